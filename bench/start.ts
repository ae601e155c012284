// npm run bench [-- reports | fairness]: ingest by default.
const has = (name: string) => process.argv.includes(name);
const program = has('reports') ? './reports/main.ts' : has('fairness') ? './fairness/main.ts' : './main.ts';
void import(program);
