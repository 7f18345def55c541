// The UCI options of a build with the feature `tune`: the parameters of the search, and what a branch adds.

/** The UCI options in what an engine prints for `uci`: a map of their names to `{ type, default }`. */
export function readOptions(text) {
  const lines = text.matchAll(/^option name (.*) type (\w+)(?: default (\S*))?/gm);
  return new Map([...lines].map(([, name, type, value]) => [name, { type, default: value }]));
}

/**
 * The changes named by NAME (an option of type check, the opposite of its default) or NAME=VALUE, as `{ name, value }`. Throws an error
 * that names an option the build doesn't have.
 */
export function chosenChanges(announced, words) {
  return words.map((word) => {
    const [name, value] = word.split('=');
    const known = announced.get(name);
    if (known === undefined) throw new Error(`the build has no option '${name}' (is it built with the feature tune?)`);
    if (value === undefined && known.type !== 'check') throw new Error(`'${name}' is a number: say ${name}=VALUE`);
    return { name, value: value ?? String(known.default !== 'true') };
  });
}
