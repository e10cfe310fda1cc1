import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEntryView } from '@crm/contracts/http/audit.js';
import { shownSecond } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { useAuditMessages } from '../i18n/audit.en.js';
import { Nothing } from '../lists/Nothing.js';
import type { ListColumn } from '../lists/list-column.js';
import type { HueName } from '../theme/tokens.js';
import type { AuditWords, ShownRecord } from './useAuditWords.js';

const hues: Readonly<Record<AuditEntryView['outcome'], HueName>> = {
  done: 'neutral',
  denied: 'red',
  failed: 'orange',
};

/** What became of an action, as a word on its hue. */
export function OutcomeChip({ outcome }: Pick<AuditEntryView, 'outcome'>) {
  const translate = useAuditMessages();
  const hue = hues[outcome];
  return (
    <Chip
      size="small"
      label={translate(`crm.audit.outcomes.${outcome}`)}
      sx={{ color: `hue.${hue}.fg`, backgroundColor: `hue.${hue}.chip` }}
    />
  );
}

/** A record, as a link where it has a page. */
export const RecordLink = ({ text, to }: ShownRecord) =>
  to === undefined ? (
    text
  ) : (
    <Link component={RouterLink} to={to} underline="hover">
      {text}
    </Link>
  );

/** The first record of an entry, and how many more there are. */
function RecordCell({ entry, words }: { entry: AuditEntryView; words: AuditWords }) {
  const { translate, recordOf } = words;
  const [first] = entry.subjects;
  if (first === undefined) return <Nothing />;
  const record = recordOf(first);
  const others = entry.subject_count - 1;
  if (others === 0)
    return (
      <Clip text={record.text}>
        <RecordLink {...record} />
      </Clip>
    );
  return <Clip text={translate('crm.audit.moreRecords', { record: record.text, count: others })} />;
}

/** The columns of the log; `leads` to an entry by its sentence. */
export function auditColumns(
  words: AuditWords,
  entryLink: (entry: AuditEntryView, sentence: string) => ReactNode,
): Record<'at' | 'who' | 'what' | 'record' | 'outcome' | 'address', ListColumn<AuditEntryView>> {
  const { translate, whoOf, actionOf } = words;
  return {
    at: {
      source: 'at',
      label: translate('crm.audit.at'),
      width: 190,
      narrow: 'belowEnd',
      cell: ({ at }) => (
        <Box component="time" dateTime={at} sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}>
          {shownSecond(at)}
        </Box>
      ),
    },
    who: {
      source: 'who',
      label: translate('crm.audit.who'),
      width: 190,
      narrow: 'below',
      cell: (entry) => <Clip text={whoOf(entry)} />,
    },
    what: {
      source: 'what',
      label: translate('crm.audit.what'),
      width: 290,
      narrow: 'title',
      names: true,
      cell: (entry) => {
        const sentence = actionOf(entry.action);
        return <Clip text={sentence}>{entryLink(entry, sentence)}</Clip>;
      },
    },
    record: {
      source: 'record',
      label: translate('crm.audit.record'),
      width: 220,
      cell: (entry) => <RecordCell entry={entry} words={words} />,
    },
    outcome: {
      source: 'outcome',
      label: translate('crm.audit.outcome'),
      width: 100,
      narrow: 'tag',
      cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
    },
    address: {
      source: 'address',
      label: translate('crm.audit.address'),
      width: 150,
      cell: ({ address }) => <Clip text={address} />,
    },
  };
}
