import { useState } from 'react';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useRefresh } from 'react-admin';
import { adoptContactRules } from '@crm/contracts/http/contact-rule-table.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { OfferedRow } from './OfferedRow.js';
import type { OfferedTable } from './useNewerTable.js';

interface Props {
  table: OfferedTable;
  /** Told when rows were adopted, or could not be: the table is another then. */
  onAdopted: () => void;
}

/** Says that the product brings a newer table of rules, and opens it row by row. */
export function NewerTable({ table, onAdopted }: Props) {
  const translate = useContactRuleMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const [isOpen, setOpen] = useState(false);
  const adopting = useVerb(
    (provider, input: CallInput<typeof adoptContactRules>) => provider.call(adoptContactRules, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        refresh();
        onAdopted();
      },
      onRefused: onAdopted,
    },
  );
  const { version, rows } = table;
  const adopt = (chosen: OfferedTable['rows']) => {
    const wanted = chosen.map(({ id, yours }) => ({ id, version: yours?.version ?? null }));
    adopting.mutate({ body: { version, rows: wanted } });
  };
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Alert
        severity="info"
        sx={{ mb: 2 }}
        action={
          <Button
            size="small"
            onClick={() => {
              setOpen(true);
            }}
          >
            {translate('crm.contactRules.review', { count: rows.length })}
          </Button>
        }
      >
        <AlertTitle>{translate('crm.contactRules.newerTable')}</AlertTitle>
        {translate('crm.contactRules.newerText')}
      </Alert>
      <DialogFrame
        open={isOpen}
        width={900}
        title={translate('crm.contactRules.newerTitle', { date: shownDate(version) })}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{translate('crm.action.close')}</Button>
            <Button
              variant="contained"
              loading={adopting.isPending}
              onClick={() => {
                adopt(rows);
              }}
            >
              {translate('crm.contactRules.adoptAll')}
            </Button>
          </>
        }
      >
        {rows.map((row) => (
          <OfferedRow
            key={row.id}
            row={row}
            isSaving={adopting.isPending}
            onAdopt={() => {
              adopt([row]);
            }}
          />
        ))}
      </DialogFrame>
    </>
  );
}
