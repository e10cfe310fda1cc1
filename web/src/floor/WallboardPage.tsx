import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import { productName } from '../brand/brand.js';
import { useServerTenSeconds } from '../agent-state/server-time.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { darkTheme } from '../theme/dark.js';
import { lightTheme } from '../theme/light.js';
import { arranged } from './floor-order.rules.js';
import type { KnownFloor } from './floor-tiles.rules.js';
import { useStripFigures } from './FloorStrip.js';
import { useFloor } from './useFloor.js';
import { gridFor } from './wallboard-grid.rules.js';
import { WallboardTile } from './WallboardTile.js';

/** Between tiles, in pixels. */
const gap = 12;

/** The floor for a television: figures and tiles alone, as large as they fit, dark unless the address says light. */
export default function WallboardPage() {
  const translate = useFloorMessages();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const isLight = search.get('theme') === 'light';
  const theme = useMemo(() => createTheme(isLight ? lightTheme : darkTheme), [isLight]);
  const { data: floor, isError, refetch } = useFloor();
  const leave = () => void navigate('/floor');
  const otherTheme = translate(isLight ? 'crm.floor.toDark' : 'crm.floor.toLight');
  return (
    <ThemeProvider theme={theme}>
      <title>{`${translate('crm.floor.wallboard')} · ${productName}`}</title>
      <Dialog
        open
        fullScreen
        transitionDuration={0}
        onClose={leave}
        slotProps={{
          paper: {
            'aria-label': translate('crm.floor.wallboard'),
            sx: {
              ...{ display: 'flex', flexDirection: 'column', gap: 2, p: 3, overflow: 'hidden' },
              ...{ borderRadius: 0, backgroundColor: 'background.default', backgroundImage: 'none' },
              // The theme keeps other dialogs off the edges of the screen, by a media query, which only this overrides.
              '&&': { m: 0, width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none' },
            },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
          <Figures floor={floor} />
          <Tooltip title={otherTheme}>
            <IconButton
              aria-label={otherTheme}
              onClick={() => {
                setSearch(isLight ? {} : { theme: 'light' }, { replace: true });
              }}
            >
              <ContrastOutlined />
            </IconButton>
          </Tooltip>
          <Tooltip title={translate('crm.floor.leave')}>
            <IconButton aria-label={translate('crm.floor.leave')} onClick={leave}>
              <CloseOutlined />
            </IconButton>
          </Tooltip>
        </Box>
        {floor === undefined ? (
          isError && <PanelNotice text={translate('crm.floor.failed')} onRetry={refetch} />
        ) : (
          <Board floor={floor} />
        )}
      </Dialog>
    </ThemeProvider>
  );
}

function Figures({ floor }: { floor: KnownFloor | undefined }) {
  const figures = useStripFigures(floor);
  return (
    <Box
      component="dl"
      sx={{
        flex: 1,
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
        gap: 2,
      }}
    >
      {figures.map(({ key, label, value }) => (
        <Box key={key} sx={{ minWidth: 0 }}>
          <Box component="dt" sx={{ typography: 'h3', fontWeight: 500, color: 'text.secondary' }}>
            {label}
          </Box>
          <Box
            component="dd"
            data-testid={`figure-${key}`}
            sx={(theme) => ({ ...theme.tabular, m: 0, fontSize: '4rem', lineHeight: 1.1, fontWeight: 600 })}
          >
            {value ?? '–'}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The size of an element that fills the window. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = ref.current ?? {};
      setSize({ width, height });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
    };
  }, []);
  return { ref, size };
}

function Board({ floor }: { floor: KnownFloor }) {
  const translate = useFloorMessages();
  const { ref, size } = useSize();
  const { tiles, aheadMs: ahead } = floor;
  const now = useServerTenSeconds(ahead);
  const { shown } = useMemo(() => arranged(tiles, now), [tiles, now]);
  const { columns, rows, unit } = gridFor(shown.length, { ...size, gap });
  return (
    <Box ref={ref} sx={{ flex: 1, minHeight: 0, overflow: 'hidden' }}>
      {shown.length === 0 ? (
        <Box sx={{ typography: 'h1', color: 'text.secondary' }}>{translate('crm.floor.nobodyTitle')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={translate('crm.floor.agents')}
          style={{
            gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${String(rows)}, minmax(0, ${String(unit * 10)}px))`,
            ['--unit' as string]: `${String(unit)}px`,
          }}
          sx={{ listStyle: 'none', m: 0, p: 0, height: '100%', display: 'grid', gap: `${String(gap)}px` }}
        >
          {shown.map(({ tile, attention }) => (
            <WallboardTile key={tile.user_id} tile={tile} attention={attention} ahead={ahead} />
          ))}
        </Box>
      )}
    </Box>
  );
}
