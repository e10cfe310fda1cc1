import { useState } from 'react';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useRecordingMessages } from '../i18n/recordings.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { AudioPlayer } from './AudioPlayer.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { shownTime } from './shown-time.js';
import { useLeadRecords, useRecord } from './useLeadRecords.js';
import { useRecordAudio } from './useRecordAudio.js';

/** The recorded calls of a lead; expanding one shows its audio and transcript (rule C8). */
export default function HistoryPanel({ lead }: LeadPanelProps) {
  const translate = useRecordingMessages();
  const { data: records, error, refetch } = useLeadRecords(lead.id);
  const [openId, setOpenId] = useState<string>();
  if (records === undefined || records.length === 0) {
    return (
      <PanelNotice
        text={error ? translate('crm.history.failed') : records && translate('crm.history.none')}
        {...(error && { onRetry: refetch })}
      />
    );
  }
  return (
    <Box
      component="ul"
      aria-label={translate('crm.history.list')}
      sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: 760 }}
    >
      {records.map((record) => (
        <RecordItem
          key={record.id}
          leadId={lead.id}
          record={record}
          isOpen={record.id === openId}
          onToggle={() => {
            setOpenId(record.id === openId ? undefined : record.id);
          }}
        />
      ))}
    </Box>
  );
}

interface ItemProps {
  leadId: string;
  record: CallRecord;
  isOpen: boolean;
  onToggle: () => void;
}

function RecordItem({ leadId, record: { id, createdAt, agentName, duration }, isOpen, onToggle }: ItemProps) {
  const translate = useRecordingMessages();
  const at = translate('crm.fields.pacific', { time: shownInstant(createdAt) });
  const panelId = `record-${id}`;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'border.subtle' }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={onToggle}
        sx={(theme) => ({
          ...theme.typography.body2,
          ...theme.tabular,
          display: 'flex',
          width: '100%',
          minHeight: theme.size.rowComfortable,
          justifyContent: 'flex-start',
          gap: 2,
          px: 2,
          textAlign: 'left',
          '&:hover': { backgroundColor: 'surface.hover' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
        })}
      >
        <Box component="time" dateTime={createdAt} sx={{ flex: 'none', fontWeight: 600 }}>
          {at}
        </Box>
        <Box component="span" sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
          {agentName || translate('crm.records.formerAgent')}
        </Box>
        <Box component="span" sx={{ flex: 'none', color: 'text.tertiary' }}>
          {translate('crm.history.id', { id: id.slice(-6) })}
        </Box>
        <Box component="span" sx={{ flex: 'none', minWidth: 48, textAlign: 'right' }}>
          {shownTime(duration)}
        </Box>
        <ExpandMoreOutlined aria-hidden sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      {isOpen && (
        <Box id={panelId} sx={{ px: 2, pb: 2 }}>
          <OpenRecord leadId={leadId} id={id} duration={duration} at={at} />
        </Box>
      )}
    </Box>
  );
}

function OpenRecord({
  leadId,
  id,
  duration,
  at,
}: {
  leadId: string;
  id: string;
  duration: number;
  at: string;
}) {
  const translate = useRecordingMessages();
  const { data: record, isError, refetch } = useRecord(leadId, id);
  const addressOf = useRecordAudio();
  return (
    <>
      <AudioPlayer
        label={translate('crm.history.label', { at })}
        duration={duration}
        load={() => addressOf(id)}
      />
      <Typography variant="subtitle2" component="h3" sx={{ mt: 1.5 }}>
        {translate('crm.history.text')}
      </Typography>
      {isError && <PanelNotice text={translate('crm.history.recordFailed')} onRetry={refetch} />}
      {!isError && record === undefined && <Skeleton variant="text" width="60%" />}
      {record && (
        <Typography
          variant="body2"
          sx={{
            mt: 0.5,
            color: record.text === null ? 'text.secondary' : 'text.primary',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {record.text ?? translate('crm.history.noText')}
        </Typography>
      )}
    </>
  );
}
