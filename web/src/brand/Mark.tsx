import { keyframes, styled } from '@mui/material/styles';

const appear = keyframes`from { opacity: 0; transform: scale(.4); } to { opacity: 1; transform: none; }`;
const settle = keyframes`from { opacity: 0; transform: scale(.85); } to { opacity: 1; transform: none; }`;

const Drawing = styled('svg', { shouldForwardProp: (name) => name !== 'moving' && name !== 'sx' })<{
  moving: boolean;
}>(({ theme, moving }) => ({
  display: 'block',
  flex: 'none',
  '& .tile': { fill: 'var(--mark-tile)' },
  '& .arc': { fill: 'none', stroke: 'var(--mark-ink)', strokeWidth: 2.25, strokeLinecap: 'round' },
  '& .voice': { fill: 'var(--mark-ink)' },
  ...(moving && {
    '& > *': { transformOrigin: '16px 21px', animation: `${appear} 400ms ${theme.timing.easeOut} backwards` },
    '& .tile': { fill: 'var(--mark-tile)', animation: `${settle} 220ms ${theme.timing.easeOut} backwards` },
    '& .voice': { fill: 'var(--mark-ink)', animationDelay: '80ms' },
    '& .inner': { animationDelay: '160ms' },
    '& .outer': { animationDelay: '260ms' },
  }),
}));

export interface MarkProps {
  size: number;
  /** `signIn` stands on the dark half of the sign-in page in both themes. */
  ground?: 'page' | 'signIn';
  /** Draws itself once, unless the system asks for no motion. */
  moving?: boolean;
}

/** The mark: a voice, and two arcs that are its ringing and a roof over it. */
export const Mark = ({ size, ground = 'page', moving = false }: MarkProps) => (
  <Drawing
    moving={moving}
    viewBox="0 0 32 32"
    width={size}
    height={size}
    aria-hidden="true"
    sx={(theme) => ({
      '--mark-tile': ground === 'page' ? theme.palette.primary.main : theme.palette.signIn.line,
      '--mark-ink': ground === 'page' ? theme.palette.primary.contrastText : theme.palette.signIn.bg,
    })}
  >
    <rect className="tile" width="32" height="32" rx="8" />
    <path className="arc outer" d="M7 23.5v-4a9 9 0 0 1 18 0v4" />
    <path className="arc inner" d="M11.5 19.5a4.5 4.5 0 0 1 9 0" />
    <circle className="voice" cx="16" cy="22" r="2.25" />
  </Drawing>
);
