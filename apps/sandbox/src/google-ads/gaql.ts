/** A condition of a query: a field, an operator and its values. */
export interface GaqlCondition {
  field: string;
  operator: string;
  values: string[];
}

export interface GaqlQuery {
  fields: string[];
  resource: string;
  conditions: GaqlCondition[];
  orderBy: { field: string; isDescending: boolean } | null;
  limit: number | null;
}

export interface GaqlProblem {
  problem: readonly [kind: string, name: string];
  message: string;
}

const SHAPE =
  /^\s*SELECT\s+(.+?)\s+FROM\s+(\w+)(?:\s+WHERE\s+(.+?))?(?:\s+ORDER\s+BY\s+([\w.]+)(?:\s+(ASC|DESC))?)?(?:\s+LIMIT\s+(\d+))?(?:\s+PARAMETERS\s+.+)?\s*$/is;
const CONDITION =
  /^([\w.]+)\s*(BETWEEN|DURING|NOT\s+IN|IN|!=|<=|>=|=|<|>)\s*(\([^)]*\)|'[^']*'\s+AND\s+'[^']*'|'[^']*'|"[^"]*"|[\w.-]+)\s*(?:AND\s+|$)/i;

const valuesOf = (text: string): string[] =>
  (text.match(/'[^']*'|"[^"]*"|[^\s,()]+/g) ?? [])
    .filter((value) => value.toUpperCase() !== 'AND')
    .map((value) => value.replace(/^['"]|['"]$/g, ''));

function conditionsOf(text: string): GaqlCondition[] | null {
  const conditions: GaqlCondition[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [whole, field, operator, values] = CONDITION.exec(rest) ?? [];
    if (whole === undefined || field === undefined || operator === undefined) return null;
    conditions.push({ field, operator: operator.toUpperCase(), values: valuesOf(values ?? '') });
    rest = rest.slice(whole.length).trim();
  }
  return conditions;
}

/** Reads the part of the Google Ads Query Language that reports of cost and accounts use. */
export function parseGaql(text: string): GaqlQuery | GaqlProblem {
  const [, select, resource, where = '', orderField, direction, limit] = SHAPE.exec(text) ?? [];
  if (select === undefined || resource === undefined) {
    const name = /^\s*SELECT\s/i.test(text) ? 'EXPECTED_FROM' : 'EXPECTED_SELECT';
    return { problem: ['queryError', name], message: 'Error in query: unexpected input.' };
  }
  const fields = select.split(',').map((field) => field.trim());
  const wrong = fields.find((field) => !/^[a-z_]+(\.[a-z_]+)+$/.test(field));
  if (wrong !== undefined)
    return { problem: ['queryError', 'BAD_FIELD_NAME'], message: `Invalid field '${wrong}'.` };
  const conditions = conditionsOf(where);
  if (!conditions)
    return { problem: ['queryError', 'BAD_VALUE'], message: 'Error in query: invalid WHERE clause.' };
  const orderBy =
    orderField === undefined
      ? null
      : { field: orderField, isDescending: direction?.toUpperCase() === 'DESC' };
  return { fields, resource, conditions, orderBy, limit: limit === undefined ? null : Number(limit) };
}

/** Numbers are compared as such, so that an id of ten digits is more than one of nine. */
function compare(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)];
  if (a !== '' && b !== '' && !Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a value meets a condition; a date range is resolved to BETWEEN before. */
export function meets(value: unknown, { operator, values }: GaqlCondition): boolean {
  const text = String(value);
  const [first = '', second = ''] = values;
  switch (operator) {
    case '=':
      return compare(text, first) === 0;
    case '!=':
      return compare(text, first) !== 0;
    case '<':
      return compare(text, first) < 0;
    case '<=':
      return compare(text, first) <= 0;
    case '>':
      return compare(text, first) > 0;
    case '>=':
      return compare(text, first) >= 0;
    case 'BETWEEN':
      return compare(text, first) >= 0 && compare(text, second) <= 0;
    case 'IN':
      return values.includes(text);
    default:
      return !values.includes(text);
  }
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Flat fields as Google answers them: nested, in camelCase. */
export function nest(fields: readonly string[], row: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const field of fields) {
    const parts = field.split('.').map(camel);
    const last = parts.pop() ?? '';
    let at = nested;
    for (const part of parts) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[last] = row[field];
  }
  return nested;
}

export function sortRows<Row extends Record<string, unknown>>(
  rows: Row[],
  { orderBy, limit }: GaqlQuery,
): Row[] {
  const sorted =
    orderBy === null
      ? rows
      : rows.toSorted((a, b) => {
          const order = compare(String(a[orderBy.field]), String(b[orderBy.field]));
          return orderBy.isDescending ? -order : order;
        });
  return limit === null ? sorted : sorted.slice(0, limit);
}
