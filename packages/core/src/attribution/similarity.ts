/** The traits of a device without an id. */
export interface Traits {
  osVersion: string | null;
  model: string | null;
  language: string | null;
}

type Comparison = 'same' | 'different' | 'unknown';

/** Every probabilistic match starts from an equal address. */
export const ADDRESS_POINTS = 60;

// What is unknown neither helps nor hurts: browsers hide more every year. What differs hurts more than what
// agrees helps: many people share an address, nobody's phone changes its model.
const POINTS: Record<keyof Traits, Record<Comparison, number>> = {
  osVersion: { same: 15, different: -30, unknown: 0 },
  model: { same: 15, different: -40, unknown: 0 },
  language: { same: 10, different: -15, unknown: 0 },
};

/** The similarity of a click and an install from the same address, of 100. */
export function similarity(click: Traits, install: Traits): number {
  const points =
    ADDRESS_POINTS +
    POINTS.osVersion[compare(click.osVersion, install.osVersion, majorVersion)] +
    POINTS.model[compareModels(click.model, install.model)] +
    POINTS.language[compare(click.language, install.language, primaryLanguage)];
  return Math.min(100, Math.max(0, points));
}

function compare(
  click: string | null,
  install: string | null,
  part: (text: string) => string | null,
): Comparison {
  const [a, b] = [click && part(click), install && part(install)];
  if (!a || !b) return 'unknown';
  return a === b ? 'same' : 'different';
}

function majorVersion(version: string): string | null {
  return /^\D*(\d+)/.exec(version)?.[1] ?? null;
}

function primaryLanguage(language: string): string | null {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(language)?.[1]?.toLowerCase() ?? null;
}

function compareModels(click: string | null, install: string | null): Comparison {
  const [a, b] = [modelName(click), modelName(install)];
  if (a === '' || b === '') return 'unknown';
  if (isFamily(a) || isFamily(b)) return a.startsWith(b) || b.startsWith(a) ? 'unknown' : 'different';
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`) ? 'same' : 'different';
}

/** Chrome on Android calls every phone `K`: https://www.chromium.org/updates/ua-reduction */
function modelName(model: string | null): string {
  const name = (model ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
  return name === 'k' ? '' : name;
}

/** Safari names the family and never the model. */
function isFamily(name: string): boolean {
  return name === 'iphone' || name === 'ipad' || name === 'ipod' || name === 'ipod touch';
}
