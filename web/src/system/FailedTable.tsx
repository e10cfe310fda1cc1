import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../controls/IconAction.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { Clip } from '../controls/Clip.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { ReadDialog } from './ReadDialog.js';
import { SystemTable } from './SystemTable.js';
import { useFailedMessages, useSystemActions, type FailedMessage } from './useSystem.js';

const pageSize = 25;
/** The service answers no more at once. */
const most = 100;

/** Failed messages or dead letters of a service, with what can be done about each: read, retry, drop. */
export function FailedTable({ service, kind }: { service: SystemPart; kind: FailedMessage['kind'] }) {
  const translate = useSystemMessages();
  const [limit, setLimit] = useState(pageSize);
  const [open, setOpen] = useState<{ is: 'read' | 'drop'; message: FailedMessage }>();
  const { data, error, refetch } = useFailedMessages(service, kind, limit);
  const { retry, drop } = useSystemActions(service);
  const close = () => {
    setOpen(undefined);
  };
  const isDead = kind === 'dead';
  const isBusy = retry.isPending || drop.isPending;
  const typeOf = ({ type }: FailedMessage) => type ?? translate('crm.system.noType');
  const timeOf = ({ at }: FailedMessage) =>
    at === null ? translate('crm.system.unknown') : shownInstant(at);
  const actions = (message: FailedMessage) => {
    const named = { type: typeOf(message), at: timeOf(message) };
    const again = translate('crm.system.retry', named);
    return (
      <>
        <IconAction
          label={translate('crm.system.read', named)}
          onClick={() => {
            setOpen({ is: 'read', message });
          }}
        >
          <VisibilityOutlined />
        </IconAction>
        <IconAction
          label={again}
          hint={message.retryable ? again : translate('crm.system.noQueue')}
          isOff={isBusy || !message.retryable}
          onClick={() => {
            retry.mutate(message);
          }}
        >
          <ReplayOutlined />
        </IconAction>
        <IconAction
          label={translate('crm.system.drop', named)}
          isOff={isBusy}
          onClick={() => {
            setOpen({ is: 'drop', message });
          }}
        >
          <DeleteOutlined />
        </IconAction>
      </>
    );
  };

  return (
    <>
      <SystemTable
        name={isDead ? 'deadTab' : 'failedTab'}
        empty={isDead ? 'noDead' : 'none'}
        query={{ data: data?.messages, error, refetch }}
        columns={[
          { source: 'message', width: 180, shrinksTo: 140, names: true, cell: typeOf },
          { source: 'queue', width: 200, shrinksTo: 140, cell: ({ queue }) => <Clip text={queue} /> },
          { source: 'reason', width: 260, shrinksTo: 140, wraps: true, cell: ({ reason }) => reason },
          { source: 'at', width: 170, cell: timeOf },
          { source: 'actions', width: 130, align: 'right', cell: actions },
        ]}
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
              {translate('crm.system.more')}
            </Button>
          )}
          {data.total !== null && (
            <Typography variant="body2" color="textSecondary">
              {translate('crm.system.shown', { shown: data.messages.length, total: data.total })}
            </Typography>
          )}
        </Box>
      )}
      {open?.is === 'read' && <ReadDialog service={service} message={open.message} onClose={close} />}
      {open?.is === 'drop' && (
        <QuestionDialog
          title={translate('crm.system.dropTitle')}
          text={translate('crm.system.dropText', { type: typeOf(open.message), queue: open.message.queue })}
          action={translate('crm.system.dropNow')}
          isPending={drop.isPending}
          onClose={close}
          onAction={() => {
            drop.mutate(open.message, { onSettled: close });
          }}
        />
      )}
    </>
  );
}
