import { Suspense, useEffect, useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import LinearProgress from '@mui/material/LinearProgress';
import { useListContext } from 'react-admin';
import { sentences } from '@crm/contracts/errors.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { Kbd } from '../../controls/Kbd.js';
import { useBulkMessages } from '../../i18n/bulk.en.js';
import { useRight } from '../../session/SessionContext.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { hasFailed } from '../../lists/has-failed.js';
import { useBulkWork, useBulkWorks, type BulkWork } from './bulk-work.js';
import { useBulkActions } from './useBulkActions.js';
import { useBulkCommands } from './useBulkCommands.js';
import { bandHeight } from './band-height.js';
import { lazyPart } from '../../loading/lazy-part.js';

const BulkAssignDialog = lazyPart(() => import('./BulkAssignDialog.js'));
const DeleteSelectedDialog = lazyPart(() => import('./DeleteSelectedDialog.js'));

/** The band on top of the table: how many leads are checked, and what is done with them. */
export default function BulkBand() {
  const { selectedIds } = useListContext<LeadRow>();
  const work = useBulkWork();
  const isPicked = selectedIds.length > 0;
  return (
    <Box
      sx={(theme) => ({
        position: 'relative',
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: bandHeight,
        px: 2,
        overflowX: 'auto',
        borderBottom: `1px solid ${theme.palette.border.default}`,
        backgroundColor: isPicked || work ? theme.palette.brand.tint : theme.palette.surface.base,
        // On a narrow screen the band scrolls; squeezed, its words would lie over each other.
        '& > *': { flex: 'none' },
        '& .MuiButton-root': { px: 1 },
        // What goes first where the band has no room are pictures and keys.
        '& .MuiButton-icon': { display: { xs: 'none', md: 'inherit' } },
      })}
    >
      {work ? <Progress work={work} /> : <Actions count={selectedIds.length} />}
    </Box>
  );
}

function Actions({ count }: { count: number }) {
  const translate = useBulkMessages();
  const { total, isPending, onSelect, ...list } = useListContext<LeadRow>();
  const known = isPending || hasFailed(list) ? undefined : total;
  const showAnswer = useShowAnswer();
  const maySend = useRight('leads:send');
  const mayDelete = useRight('leads:delete');
  const { assign, remove, selectAll, send } = useBulkActions();
  const [dialog, setDialog] = useState<'assign' | 'delete'>();
  const close = () => {
    setDialog(undefined);
  };
  const clear = () => {
    onSelect([]);
  };
  useBulkCommands({
    count,
    assign: (agent, name) => void assign(agent, name),
    ...(maySend && { send: () => void send() }),
    ...(mayDelete && {
      remove: () => {
        setDialog('delete');
      },
    }),
  });
  useEscape(count > 0 && dialog === undefined, clear);

  // Without a selection the buttons answer with the sentence of the specification (rule L12).
  const begin = (action: 'assign' | 'delete', refusal: string) => () => {
    if (count > 0) setDialog(action);
    else showAnswer({ status: 'error', message: refusal });
  };

  return (
    <>
      <Box
        component="span"
        role="status"
        sx={(theme) => ({
          ...theme.typography.button,
          ...theme.tabular,
          whiteSpace: 'nowrap',
          mr: 1,
          color: count > 0 ? 'primary.main' : 'text.secondary',
        })}
      >
        {translate('crm.bulk.totalChecked', { count: shownCount(count) })}
      </Box>
      <Button onClick={() => void selectAll()} disabled={!known}>
        {known === undefined
          ? translate('crm.bulk.selectAllUncounted')
          : translate('crm.bulk.selectAll', { count: shownCount(known) })}
      </Button>
      <Divider orientation="vertical" flexItem sx={{ my: 1.5, mx: 0.5 }} />
      <Button startIcon={<PersonAddAltOutlined />} onClick={begin('assign', sentences.selectToAssign)}>
        {translate('crm.bulk.assign')}
      </Button>
      {maySend && (
        <Button
          startIcon={<SendOutlined />}
          onClick={() => {
            if (count > 0) void send();
            else showAnswer({ status: 'error', message: sentences.selectToSend });
          }}
        >
          {translate('crm.bulk.send')}
        </Button>
      )}
      {mayDelete && (
        <Button
          color="error"
          startIcon={<DeleteOutlined />}
          onClick={begin('delete', sentences.selectToDelete)}
        >
          {translate('crm.bulk.delete')}
        </Button>
      )}
      {count > 0 && (
        <Button color="secondary" onClick={clear} endIcon={<Kbd>Esc</Kbd>} sx={{ ml: 'auto' }}>
          {translate('crm.bulk.clear')}
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'assign' && (
          <BulkAssignDialog
            count={count}
            onClose={close}
            onAssign={(agent, name) => {
              close();
              void assign(agent, name);
            }}
          />
        )}
        {dialog === 'delete' && (
          <DeleteSelectedDialog
            count={count}
            onClose={close}
            onDelete={() => {
              close();
              void remove();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Progress({ work: { kind, done, total, isStopping } }: { work: BulkWork }) {
  const translate = useBulkMessages();
  const works = useBulkWorks();
  return (
    <>
      <Box component="span" role="status" sx={(theme) => ({ ...theme.typography.button, ...theme.tabular })}>
        {translate(`crm.bulk.working.${kind}`, { done: shownCount(done), total: shownCount(total) })}
      </Box>
      <Button
        color="secondary"
        disabled={isStopping}
        onClick={() => {
          works.stop();
        }}
        sx={{ ml: 'auto' }}
      >
        {translate(isStopping ? 'crm.bulk.stopping' : 'crm.bulk.stop')}
      </Button>
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-hidden="true"
        sx={{ position: 'absolute', inset: 'auto 0 0', height: 2 }}
      />
    </>
  );
}

/** Esc lets the selection go, unless something that is open wants it first. */
function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => {
      window.removeEventListener('keydown', pressed);
    };
  });
}
