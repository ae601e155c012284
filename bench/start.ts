// npm run bench [-- reports]: ingest by default, reports when they are asked for.
const wanted = process.argv.includes('reports') ? import('./reports/main.ts') : import('./main.ts');
void wanted;
