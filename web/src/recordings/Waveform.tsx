import Box from '@mui/material/Box';

interface Props {
  /** Each 0 to 1. */
  loudness: readonly number[];
  /** How much of it has been played, 0 to 1. */
  played: number;
}

const height = 24;
const barWidth = 2;
const step = 3;

/** Bars behind the position of a player, what has been played in its colour. The slider says all of it in words. */
export function Waveform({ loudness, played }: Props) {
  const bars = loudness.map((each, at) => {
    const tall = Math.max(2, each * height);
    return `M${String(at * step)} ${String((height - tall) / 2)}h${String(barWidth)}v${String(tall)}h-${String(barWidth)}z`;
  });
  const path = bars.join('');
  const view = `0 0 ${String(loudness.length * step)} ${String(height)}`;
  const layer = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;
  return (
    <Box
      aria-hidden="true"
      sx={{ position: 'absolute', left: 0, right: 0, top: '50%', height, mt: `-${String(height / 2)}px` }}
    >
      <Box
        component="svg"
        viewBox={view}
        preserveAspectRatio="none"
        sx={{ ...layer, color: 'border.control' }}
      >
        <path d={path} fill="currentColor" />
      </Box>
      <Box
        component="svg"
        viewBox={view}
        preserveAspectRatio="none"
        sx={{ ...layer, color: 'primary.main' }}
        style={{ clipPath: `inset(0 ${String(100 - played * 100)}% 0 0)` }}
      >
        <path d={path} fill="currentColor" />
      </Box>
    </Box>
  );
}
