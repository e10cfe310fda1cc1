import Box from '@mui/material/Box';
import { encode } from 'uqr';

/** The dark modules of a code as one path, a run of neighbours at a time. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
    .join('');

/** A QR code, drawn here: the key in it goes to nobody. Dark on light in every theme, or phones do not read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 208, height: 208, borderRadius: 1, forcedColorAdjust: 'none' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </Box>
  );
}
