import { useState } from 'react';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { IconAction } from '../../controls/IconAction.js';
import { EvidenceAction } from '../../evidence/EvidenceAction.js';
import { subjectOf } from '../../evidence/subject.rules.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { LiftDialog } from './LiftDialog.js';
import { ReopenDialog } from './ReopenDialog.js';
import { useDecide } from './useDecide.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = doNotContact;

/** What is done with an entry: one that is to be decided is confirmed or reopened, any other lifted. */
export function EntryActions({ entry }: { entry: DoNotContactEntry }) {
  const translate = useContactRuleMessages();
  const [isOpening, setOpening] = useState(false);
  const confirming = useDecide();
  const isOpen = entry.decision === 'open';
  // Only they take back what they said, once nobody is to decide about it.
  const isTheirs = !isOpen && entry.own_word === 1;
  const name = shownValue(fields.address, entry.address);
  // Two entries of a number differ by their channel alone.
  const named = { name, channel: shownValue(fields.channel, entry.channel).toLowerCase() };
  const close = () => {
    setOpening(false);
  };
  return (
    <>
      <EvidenceAction subject={subjectOf(entry.address)} name={`${name}, ${named.channel}`} />
      {isOpen && (
        <IconAction
          label={translate('crm.doNotContact.confirm', named)}
          isOff={confirming.isPending}
          onClick={() => {
            confirming.mutate({ entry, decision: 'confirm' });
          }}
        >
          <BlockOutlined />
        </IconAction>
      )}
      <IconAction
        label={translate(isOpen ? 'crm.doNotContact.reopen' : 'crm.doNotContact.lift', named)}
        {...(isTheirs && { isOff: true, hint: translate('crm.doNotContact.liftDenied') })}
        onClick={() => {
          setOpening(true);
        }}
      >
        <LockOpenOutlined />
      </IconAction>
      {isOpening && isOpen && <ReopenDialog entry={entry} name={name} onClose={close} />}
      {isOpening && !isOpen && <LiftDialog id={entry.id} name={name} onClose={close} />}
    </>
  );
}
