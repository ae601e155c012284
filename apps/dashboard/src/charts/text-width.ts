/** Measures texts of one size as the page would write them. */
export function textMeasure(fontSize: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  // Without a canvas: about as wide as digits are.
  if (!context) return (text) => text.length * fontSize * 0.62;
  context.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context.measureText(text).width;
}
