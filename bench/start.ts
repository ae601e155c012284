// npm run bench [-- reports | fairness | deliveries | skan | sizes | sdk-web | lighthouse | cluster]: ingest by default.
const has = (name: string) => process.argv.includes(name);
const part = ['reports', 'fairness', 'deliveries', 'skan', 'sizes', 'sdk-web', 'lighthouse', 'cluster'].find(
  has,
);
const program = part ? `./${part}/main.ts` : './main.ts';
void import(program);
