import { useState } from 'react';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { text } from '@crm/contracts/fields/text-kinds.js';
import {
  holdLiftReason,
  legalHolds,
  liftLegalHold,
  type LegalHold,
} from '@crm/contracts/resources/legal-hold.js';
import { IconAction } from '../../controls/IconAction.js';
import { EvidenceAction } from '../../evidence/EvidenceAction.js';
import { subjectOf } from '../../evidence/subject.rules.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { shownValue } from '../../fields/shown-value.js';

/** What is done with a legal hold: an evidence pack, and lifting it. */
export function HoldActions({ hold }: { hold: LegalHold }) {
  const translate = useRetentionMessages();
  const [isOpen, setOpen] = useState(false);
  const name = shownValue(legalHolds.fields.address, hold.address);
  return (
    <>
      <EvidenceAction subject={subjectOf(hold.address)} name={name} />
      <IconAction
        label={translate('crm.legalHold.lift', { name })}
        onClick={() => {
          setOpen(true);
        }}
      >
        <LockOpenOutlined />
      </IconAction>
      {isOpen && (
        <LiftHoldDialog
          id={hold.id}
          name={name}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function LiftHoldDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const translate = useRetentionMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const lifting = useVerb(
    (provider, input: CallInput<typeof liftLegalHold>) => provider.call(liftLegalHold, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        refresh();
        onClose();
      },
    },
  );
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.legalHold.liftTitle')}
      fields={{
        reason: text({ label: translate('crm.legalHold.reason'), max: 500, required: true, example: '' }),
      }}
      schema={holdLiftReason}
      submit={translate('crm.legalHold.liftNow')}
      isSaving={lifting.isPending}
      reasonOf={(values) =>
        holdLiftReason.safeParse(values).success ? undefined : translate('crm.legalHold.reasonNeeded')
      }
      onSave={(values) =>
        fieldErrors(lifting.mutateAsync({ params: { id }, query: holdLiftReason.parse(values) }))
      }
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('crm.legalHold.liftText', { name })}
      </Typography>
    </FieldsDialog>
  );
}
