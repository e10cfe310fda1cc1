import { styled } from '@mui/material/styles';

const Box = styled('svg')(({ theme }) => ({
  width: 18,
  height: 18,
  fill: 'none',
  display: 'block',
  '& .box': { fill: theme.palette.surface.base, stroke: theme.palette.border.control },
  '& .filled': { fill: 'currentColor' },
  '& .mark': {
    stroke: theme.palette.primary.contrastText,
    strokeWidth: 1.75,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
}));

/** The 18 px box of a checkbox: empty, ticked, or some of many. */
export const CheckboxIcon = ({ state }: { state: 'empty' | 'ticked' | 'some' }) => (
  <Box viewBox="0 0 18 18" aria-hidden="true">
    {state === 'empty' ? (
      <rect className="box" x="0.5" y="0.5" width="17" height="17" rx="4.5" />
    ) : (
      <rect className="filled" width="18" height="18" rx="5" />
    )}
    {state === 'ticked' && <path className="mark" d="m4.5 9.25 3 3 6-6.5" />}
    {state === 'some' && <path className="mark" d="M5 9h8" />}
  </Box>
);
