import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AuditedChange, AuditEntryView } from '@crm/contracts/http/audit.js';
import { shownSecond } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { PageCard } from '../controls/PageCard.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useAuditMessages } from '../i18n/audit.en.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { LinesSection } from '../controls/LinesSection.js';
import { PanelTable } from '../lists/PanelTable.js';
import { OutcomeChip, RecordLink } from './audit-columns.js';
import { fieldWords } from './field-words.js';
import { useAuditWords } from './useAuditWords.js';

interface Props {
  entry: AuditEntryView;
  onClose: () => void;
}

/** An entry of the log: what it was done to, what changed by it, and where it is in its chain. */
export function EntryDialog({ entry, onClose }: Props) {
  const { translate, whoOf, actionOf } = useAuditWords();
  const translateCommon = useTranslate();
  const { service, seq, outcome, address, correlation_id } = entry;
  return (
    <DialogFrame
      open
      width={900}
      title={actionOf(entry.action)}
      subtitle={`${whoOf(entry)} · ${shownSecond(entry.at)} PT`}
      onClose={onClose}
      actions={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {translateCommon('crm.action.close')}
        </Button>
      }
    >
      <LinesSection
        title={translate('crm.audit.entry')}
        lines={[
          { label: translate('crm.audit.outcome'), value: <OutcomeChip outcome={outcome} /> },
          { label: translate('crm.audit.onRecords'), value: <Records entry={entry} /> },
          { label: translate('crm.audit.address'), value: address || null },
          { label: translate('crm.audit.request'), value: correlation_id || null },
          {
            label: translate('crm.audit.place'),
            value: translate('crm.audit.placeOf', { service, seq: shownCount(seq) }),
          },
        ]}
      />
      <Changes changes={entry.changes} />
    </DialogFrame>
  );
}

/** All records that the answer names. */
function Records({ entry: { subjects, subject_count } }: Pick<Props, 'entry'>) {
  const { translate, recordOf } = useAuditWords();
  const others = subject_count - subjects.length;
  if (subjects.length === 0) return translate('crm.audit.onNone');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, maxHeight: 132, overflow: 'auto' }}>
      {subjects.map((subject) => (
        <span key={subject}>
          <RecordLink {...recordOf(subject)} />
        </span>
      ))}
      {others > 0 && <span>{translate('crm.audit.onMore', { count: shownCount(others) })}</span>}
    </Box>
  );
}

const wraps = true;

function Changes({ changes }: { changes: readonly AuditedChange[] }) {
  const translate = useAuditMessages();
  const rows = changes.map((change, id) => ({ ...change, id }));
  const shown = (value: string | null | undefined) =>
    value === undefined ? (
      <Typography variant="body2" component="span" color="text.tertiary">
        {translate('crm.audit.hidden')}
      </Typography>
    ) : (
      (value ?? '–')
    );
  if (rows.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('crm.audit.noChanges')}
      </Typography>
    );
  return (
    <PageCard sx={{ minHeight: 0, overflow: 'auto' }}>
      <PanelTable
        label={translate('crm.audit.changes')}
        query={{ data: rows, error: null, refetch: () => Promise.resolve() }}
        empty={{ title: '', text: '' }}
        columns={[
          {
            source: 'field',
            label: translate('crm.audit.field'),
            width: 200,
            wraps,
            names: true,
            cell: ({ field }) => fieldWords(field),
          },
          {
            source: 'before',
            label: translate('crm.audit.before'),
            width: 300,
            wraps,
            cell: ({ before }) => shown(before),
          },
          {
            source: 'after',
            label: translate('crm.audit.after'),
            width: 300,
            wraps,
            cell: ({ after }) => shown(after),
          },
        ]}
      />
    </PageCard>
  );
}
