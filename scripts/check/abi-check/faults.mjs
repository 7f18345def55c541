// What the conformance check finds: a `must` of docs/engine-abi.md that is broken, or a `should`.

export class Fault extends Error {}
export class Shortcoming extends Error {}

export const need = (condition, message) => {
  if (!condition) throw new Fault(message);
};

export const wish = (condition, message) => {
  if (!condition) throw new Shortcoming(message);
};
