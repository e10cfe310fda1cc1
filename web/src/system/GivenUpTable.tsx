import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemWords } from '../i18n/system.en.js';
import { DropDialog } from './DropDialog.js';
import { PanelTable } from './PanelTable.js';
import { ReadDialog } from './ReadDialog.js';
import { useGivenUp, useSystemDeeds, type GivenUp } from './useSystem.js';

const pageSize = 25;
/** The service answers no more at once. */
const most = 100;

/** What a part gave up on: read it, try it again, drop it. */
export function GivenUpTable({ service, kind }: { service: SystemPart; kind: GivenUp['kind'] }) {
  const words = useSystemWords();
  const [limit, setLimit] = useState(pageSize);
  const [open, setOpen] = useState<{ is: 'read' | 'drop'; message: GivenUp }>();
  const { data, isError, refetch } = useGivenUp(service, kind, limit);
  const { retry, drop } = useSystemDeeds(service);
  const close = () => {
    setOpen(undefined);
  };
  const isDead = kind === 'dead';

  return (
    <>
      <PanelTable
        label={words(isDead ? 'crm.system.deadTab' : 'crm.system.givenUpTab')}
        columns={[
          [words('crm.system.message'), 'left'],
          [words('crm.system.queue'), 'left'],
          [words('crm.system.reason'), 'left'],
          [words('crm.system.at'), 'left'],
          [words('crm.system.actions'), 'right'],
        ]}
        query={{ data: data?.messages, isError, refetch }}
        empty={{
          title: words(isDead ? 'crm.system.noDeadTitle' : 'crm.system.noneTitle'),
          text: words(isDead ? 'crm.system.noDeadText' : 'crm.system.noneText'),
        }}
        row={(message) => (
          <Row
            key={message.id}
            message={message}
            isBusy={retry.isPending || drop.isPending}
            onRead={() => {
              setOpen({ is: 'read', message });
            }}
            onRetry={() => {
              retry.mutate(message);
            }}
            onDrop={() => {
              setOpen({ is: 'drop', message });
            }}
          />
        )}
      />
      {data?.hasMore === true && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2 }}>
          {limit < most && (
            <Button
              variant="outlined"
              onClick={() => {
                setLimit(most);
              }}
            >
              {words('crm.system.more')}
            </Button>
          )}
          {data.total !== null && (
            <Typography variant="body2" color="textSecondary">
              {words('crm.system.shown', { shown: data.messages.length, total: data.total })}
            </Typography>
          )}
        </Box>
      )}
      {open?.is === 'read' && <ReadDialog service={service} message={open.message} onClose={close} />}
      {open?.is === 'drop' && (
        <DropDialog
          message={open.message}
          isPending={drop.isPending}
          onClose={close}
          onDrop={() => {
            drop.mutate(open.message, { onSettled: close });
          }}
        />
      )}
    </>
  );
}

function Row({
  message,
  isBusy,
  onRead,
  onRetry,
  onDrop,
}: {
  message: GivenUp;
  isBusy: boolean;
  onRead: () => void;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const words = useSystemWords();
  const { queue, reason, retryable } = message;
  const type = message.type ?? words('crm.system.noType');
  const at = message.at === null ? words('crm.system.unknown') : shownInstant(message.at);
  const retryLabel = words('crm.system.retry', { type, at });
  return (
    <TableRow>
      <TableCell sx={{ fontWeight: 600 }}>{type}</TableCell>
      <TableCell>{queue}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{reason}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{at}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <Deed label={words('crm.system.read', { type, at })} onClick={onRead}>
          <VisibilityOutlined />
        </Deed>
        <Deed
          label={retryLabel}
          hint={retryable ? retryLabel : words('crm.system.noQueue')}
          isOff={isBusy || !retryable}
          onClick={onRetry}
        >
          <ReplayOutlined />
        </Deed>
        <Deed label={words('crm.system.drop', { type, at })} isOff={isBusy} onClick={onDrop}>
          <DeleteOutlined />
        </Deed>
      </TableCell>
    </TableRow>
  );
}

/** A button of a row. Switched off it keeps its place for the keyboard and says why. */
function Deed({
  label,
  hint = label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  hint?: string;
  isOff?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip title={hint} describeChild={hint !== label}>
      <IconButton
        aria-label={label}
        aria-disabled={isOff}
        sx={isOff ? { color: 'text.tertiary' } : {}}
        onClick={() => {
          if (!isOff) onClick();
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
