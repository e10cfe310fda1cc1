/** A tile of the wallboard is so many units wide and high; all its sizes are multiples of the unit. */
const [unitsWide, unitsHigh] = [15, 8];
/** A unit is at most so many pixels, however few tiles there are. */
const largestUnit = 24;

export interface WallboardGrid {
  columns: number;
  rows: number;
  /** Pixels. */
  unit: number;
}

/** The number of columns at which so many tiles are largest and still all fit. */
export function gridFor(
  count: number,
  { width, height, gap }: { width: number; height: number; gap: number },
): WallboardGrid {
  let best: WallboardGrid = { columns: 1, rows: Math.max(1, count), unit: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const tileWidth = (width - gap * (columns - 1)) / columns;
    const tileHeight = (height - gap * (rows - 1)) / rows;
    const unit = Math.min(tileWidth / unitsWide, tileHeight / unitsHigh, largestUnit);
    // Of equally large ones the widest: few tiles are in one row.
    if (unit > 0 && unit >= best.unit) best = { columns, rows, unit };
  }
  return best;
}
