import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEntryView } from '@crm/contracts/http/audit.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { PageCard } from '../controls/PageCard.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useLeadAuditMessages } from '../i18n/lead-audit.en.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { auditColumns } from './audit-columns.js';
import { auditAddress } from './audit-filter.rules.js';
import { auditMeta } from './audit-list.js';
import { EntryDialog } from './EntryDialog.js';
import { useAuditWords } from './useAuditWords.js';

/** The rest is on the Audit page. */
const shownAtOnce = 50;

interface Props {
  lead: { id: string; fullname: string };
  onClose: () => void;
}

/** Who opened, searched, exported, called or changed a lead, newest first. */
export default function LeadAuditDialog({ lead, onClose }: Props) {
  const words = useAuditWords();
  const translate = useLeadAuditMessages();
  const translateCommon = useTranslate();
  const [opened, setOpened] = useState<AuditEntryView>();
  const subject = `lead/${lead.id}`;
  const query = useVerbQuery({
    key: ['audit', 'of-lead', lead.id],
    ask: (provider, signal) =>
      provider.getList<AuditEntryView>('audit', {
        pagination: { page: 1, perPage: shownAtOnce },
        filter: { subject },
        signal,
      }),
  });
  const entries = query.data?.data;
  const meta = auditMeta.safeParse(query.data?.meta).data;
  const { at, who, what, outcome, address } = auditColumns(words, (entry, sentence) => (
    <Link
      component="button"
      type="button"
      underline="hover"
      onClick={() => {
        setOpened(entry);
      }}
      sx={{ fontWeight: 600, verticalAlign: 'baseline' }}
    >
      {sentence}
    </Link>
  ));
  const hasMore = meta !== undefined && entries !== undefined && meta.counted > entries.length;
  return (
    <DialogFrame
      open
      width={936}
      title={translate('crm.leadAudit.title')}
      subtitle={lead.fullname}
      onClose={onClose}
      extras={
        hasMore && (
          <Typography variant="body2" color="text.secondary">
            {translate('crm.leadAudit.newest', {
              shown: shownCount(entries.length),
              count: shownCount(meta.counted),
            })}
          </Typography>
        )
      }
      actions={
        <>
          <Button component={RouterLink} to={auditAddress({ subject })} color="secondary">
            {translate('crm.leadAudit.inAudit')}
          </Button>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {translateCommon('crm.action.close')}
          </Button>
        </>
      }
    >
      {meta !== undefined && meta.missing.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {words.translate('crm.audit.missing', { services: meta.missing.join(', ') })}
        </Alert>
      )}
      <PageCard sx={{ maxHeight: '56vh', overflow: 'auto' }}>
        <PanelTable
          label={translate('crm.leadAudit.title')}
          columns={[at, { ...who, width: 160 }, { ...what, width: 260 }, outcome, { ...address, width: 130 }]}
          query={{ data: entries, error: query.error, refetch: query.refetch }}
          empty={{ title: translate('crm.leadAudit.none'), text: translate('crm.leadAudit.noneText') }}
          failed={translate('crm.leadAudit.failed')}
        />
      </PageCard>
      {opened !== undefined && (
        <EntryDialog
          entry={opened}
          onClose={() => {
            setOpened(undefined);
          }}
        />
      )}
    </DialogFrame>
  );
}
