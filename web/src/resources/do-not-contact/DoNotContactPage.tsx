import { useState } from 'react';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { IconAction } from '../../controls/IconAction.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { LiftDialog } from './LiftDialog.js';

const { fields } = doNotContact;
const nameOf = ({ address }: DoNotContactEntry) => fields.address.shown(address);

/** Who is not to be contacted: found, added to and lifted. */
export default function DoNotContactPage() {
  const translate = useContactRuleMessages();
  const [lifted, setLifted] = useState<DoNotContactEntry>();
  const view = defaultView(doNotContact, {
    Icon: PhoneDisabledOutlined,
    title: translate('crm.doNotContact.title'),
    emptyText: translate('crm.doNotContact.emptyText'),
    perPage: 50,
    nameOf,
    columns: {
      address: { width: 200 },
      channel: { width: 110 },
      how: {
        width: 280,
        wraps: true,
        cell: ({ how, reason }) => [fields.how.shown(how), reason].filter(Boolean).join(': '),
      },
      by: { width: 160 },
      since: { width: 160 },
    },
    form: ['address', 'channel', 'reason'],
    initial: { channel: 'all' },
    dialog: { width: 400, isStrict: true },
    words: {
      add: translate('crm.doNotContact.add'),
      addTitle: translate('crm.doNotContact.title'),
      create: translate('crm.doNotContact.add'),
    },
    rowActions: (entry) => (
      <IconAction
        label={translate('crm.doNotContact.lift', { name: nameOf(entry) })}
        onClick={() => {
          setLifted(entry);
        }}
      >
        <LockOpenOutlined />
      </IconAction>
    ),
  });
  return (
    <>
      <ResourcePage view={view} />
      {lifted && (
        <LiftDialog
          id={lifted.id}
          name={nameOf(lifted)}
          onClose={() => {
            setLifted(undefined);
          }}
        />
      )}
    </>
  );
}
