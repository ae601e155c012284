/** 20 random letters and digits: about 103 bits. */
export function createId(random: () => number): string {
  let id = '';
  while (id.length < 20) id += ((random() * 36) | 0).toString(36);
  return id;
}
