import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { Link } from 'react-router-dom';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { ScreeningStatus } from '../../screening/ScreeningStatus.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { EntryActions } from './EntryActions.js';
import { ToDecideSwitch } from './ToDecideSwitch.js';
import { Wording } from './Wording.js';
import { Nothing } from '../../lists/Nothing.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = doNotContact;

/** Who is not to be contacted: found, added to and lifted; and what of it is to be decided. */
export default function DoNotContactPage() {
  const translate = useContactRuleMessages();
  const view = defaultView(doNotContact, {
    Icon: PhoneDisabledOutlined,
    title: translate('crm.doNotContact.title'),
    emptyText: translate('crm.doNotContact.emptyText'),
    perPage: 50,
    nameOf: ({ address }: DoNotContactEntry) => shownValue(fields.address, address),
    views: (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 }}>
        <ToDecideSwitch />
        <Box
          sx={(theme) => ({ display: 'flex', alignItems: 'center', gap: 2, minHeight: theme.size.control })}
        >
          <ScreeningStatus />
          <Button size="small" component={Link} to="/suppression-lists">
            {translate('crm.doNotContact.lists')}
          </Button>
        </Box>
      </Box>
    ),
    columns: {
      address: { width: 168 },
      channel: { width: 90 },
      how: {
        width: 170,
        wraps: true,
        cell: ({ how, reason }) => [shownValue(fields.how, how), reason].filter(Boolean).join(': '),
      },
      wordings: {
        width: 236,
        wraps: true,
        cell: ({ wordings }) =>
          wordings.length === 0 ? (
            <Nothing />
          ) : (
            <Box sx={{ display: 'grid', gap: 0.5 }}>
              {wordings.slice(-1).map((wording) => (
                <Wording key={wording.text} wording={wording} />
              ))}
              {wordings.length > 1 && (
                <span>{translate('crm.doNotContact.earlier', { count: wordings.length - 1 })}</span>
              )}
            </Box>
          ),
      },
      decision: { width: 100 },
      by: { width: 100 },
      since: { width: 150 },
    },
    form: ['address', 'channel', 'reason'],
    initial: { channel: 'all' },
    dialog: { width: 400, isStrict: true },
    words: {
      add: translate('crm.doNotContact.add'),
      addTitle: translate('crm.doNotContact.title'),
      create: translate('crm.doNotContact.add'),
    },
    rowButtons: 3,
    rowActions: (entry) => <EntryActions entry={entry} />,
  });
  return <ResourcePage view={view} />;
}
