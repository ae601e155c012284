// Preloaded into the product: its clock is some days ahead, so that reports can be measured on any weekday.
const aheadMs = Number(process.env.CLOCK_DAYS_AHEAD) * 86_400_000;
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + aheadMs);
    else super(...args);
  }

  static now() {
    return SystemDate.now() + aheadMs;
  }
};
