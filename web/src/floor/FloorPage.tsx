import { useMemo, useState } from 'react';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined';
import TvOutlined from '@mui/icons-material/TvOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Skeleton from '@mui/material/Skeleton';
import { Link } from 'react-router-dom';
import type { FloorTile } from '@crm/contracts/entities/floor.js';
import { useServerTenSeconds } from '../agent-state/server-time.js';
import { Clip } from '../controls/Clip.js';
import { EmptyState } from '../controls/EmptyState.js';
import { PageHead } from '../controls/PageHead.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { FloorStrip } from './FloorStrip.js';
import { arranged } from './floor-order.rules.js';
import type { KnownFloor } from './floor-tiles.rules.js';
import { Tile, tileHeight } from './Tile.js';
import { useFloor } from './useFloor.js';
import { WaitingList } from './WaitingList.js';

/** Who does what at this moment: the queue and today's callers, and a tile for everybody who is here. */
export default function FloorPage() {
  const translate = useFloorMessages();
  const { data: floor, isError, refetch } = useFloor();
  return (
    <>
      <PageHead
        title={translate('crm.floor.title')}
        actions={
          <Button variant="outlined" startIcon={<TvOutlined />} component={Link} to="/floor/wallboard">
            {translate('crm.floor.wallboard')}
          </Button>
        }
      />
      {isError && floor === undefined ? (
        <PanelNotice text={translate('crm.floor.failed')} onRetry={refetch} />
      ) : (
        <>
          <FloorStrip floor={floor} />
          {floor === undefined ? <WaitingTiles /> : <Tiles floor={floor} />}
        </>
      )}
    </>
  );
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
  gap: 1.5,
} as const;

const WaitingTiles = () => (
  <Box sx={grid} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} variant="rounded" height={tileHeight} />
    ))}
  </Box>
);

function Tiles({ floor }: { floor: KnownFloor }) {
  const translate = useFloorMessages();
  const { tiles, aheadMs: ahead } = floor;
  // Arranged every ten seconds, and when a tile changes: it does not jump under the eye in between.
  const now = useServerTenSeconds(ahead);
  const { shown, offline } = useMemo(() => arranged(tiles, now), [tiles, now]);
  return (
    <>
      <WaitingList waiting={floor.waiting} ahead={ahead} />
      {shown.length === 0 ? (
        <EmptyState
          icon={<GroupOffOutlined />}
          title={translate('crm.floor.nobodyTitle')}
          text={translate('crm.floor.nobodyText')}
        />
      ) : (
        <Box component="ul" aria-label={translate('crm.floor.agents')} sx={grid}>
          {shown.map(({ tile, attention }) => (
            <Tile key={tile.user_id} tile={tile} attention={attention} ahead={ahead} />
          ))}
        </Box>
      )}
      <Offline tiles={offline} />
    </>
  );
}

/** Those who are offline: a count that opens. */
function Offline({ tiles }: { tiles: readonly FloorTile[] }) {
  const translate = useFloorMessages();
  const [isOpen, setOpen] = useState(false);
  if (tiles.length === 0) return null;
  return (
    <Box>
      <Button
        color="secondary"
        aria-expanded={isOpen}
        endIcon={<ExpandMoreOutlined sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {translate('crm.floor.offline', { smart_count: tiles.length })}
      </Button>
      <Collapse in={isOpen} unmountOnExit>
        <Box
          component="ul"
          sx={{ ...grid, gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))', gap: 0.5, pt: 1 }}
        >
          {tiles.map(({ user_id, fullname }) => (
            <Box
              component="li"
              key={user_id}
              sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}
            >
              <Clip text={fullname} />
            </Box>
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}
