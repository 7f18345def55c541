// The options that a build with the feature `tune` announces: parts of the search that can be switched, and its numbers.

/** The UCI options in what an engine prints for `uci`: a map of their names to `{ type, default }`. */
export function readOptions(text) {
  const lines = text.matchAll(/^option name (.*) type (\w+)(?: default (\S*))?/gm);
  return new Map([...lines].map(([, name, type, value]) => [name, { type, default: value }]));
}

/** The names of the switches: in capitals, as no usual option is. Those of the clock are left out unless `withClock`. */
export function switchNames(announced, withClock = false) {
  return [...announced]
    .filter(([name, { type }]) => type === 'check' && /^[A-Z][A-Z0-9_]*$/.test(name))
    .map(([name]) => name)
    .filter((name) => withClock || !name.startsWith('TIME_'));
}

/** The switches that are off, as changes that turn them on. */
export function switchesOff(announced) {
  return chosenChanges(announced, switchNames(announced)).filter(({ value }) => value === 'true');
}

/**
 * The changes that words name, as NAME (a switch, the other way) or NAME=VALUE: `{ name, value }`. Throws an error that names what the
 * build has not.
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
