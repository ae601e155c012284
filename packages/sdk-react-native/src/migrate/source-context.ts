import type { Node } from '@babel/types';
import type { Edit } from './syntax.ts';

/** Something that a person has to look at. */
export interface Remark {
  line: number;
  text: string;
}

/** What the parts of the migration share. */
export interface SourceContext {
  source: string;
  endpoint: string;
  edits: Edit[];
  remark(node: Node, text: string): void;
  textOf(node: Node): string;
}

export const NEW_NAME = 'trailmark';
