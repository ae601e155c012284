/** The line of a series next to its name. */
export function SeriesMark({ color, dashed }: { color: string; dashed: boolean }) {
  return (
    <svg aria-hidden width="10" height="4" className="shrink-0">
      <line
        x1="0"
        x2="10"
        y1="2"
        y2="2"
        strokeWidth="2"
        strokeDasharray={dashed ? '3 2' : undefined}
        style={{ stroke: color }}
      />
    </svg>
  );
}
