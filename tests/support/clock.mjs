/** Preloaded by `node --import`: the clock of the process is AHEAD_MS milliseconds ahead. */
const Real = Date;
const ahead = Number(process.env.AHEAD_MS);
globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Real.now() + ahead] : parts));
  }

  static now() {
    return Real.now() + ahead;
  }
};
