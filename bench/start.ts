// npm run bench [-- reports | fairness | deliveries]: ingest by default.
const has = (name: string) => process.argv.includes(name);
const part = ['reports', 'fairness', 'deliveries'].find(has);
const program = part ? `./${part}/main.ts` : './main.ts';
void import(program);
