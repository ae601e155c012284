#!/usr/bin/env node
import { runMigrate } from './main.ts';

const { output, code } = runMigrate(process.argv.slice(2));
process.stdout.write(`${output}\n`);
process.exitCode = code;
