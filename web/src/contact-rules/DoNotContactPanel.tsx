import { useState } from 'react';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ListBase, useListContext } from 'react-admin';
import type { DoNotContactEntry } from '@crm/contracts/entities/contact.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../controls/IconAction.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { filterValues } from '../lists/filter-values.js';
import { labelled } from '../lists/list-column.js';
import { ListSearch } from '../lists/ListSearch.js';
import { ListTable } from '../lists/ListTable.js';
import { TableNotice } from '../lists/TableNotice.js';
import { AddEntryDialog } from './AddEntryDialog.js';
import { channelKeys } from './channel-words.js';
import { LiftDialog } from './LiftDialog.js';
import { doNotContact } from './useContactRules.js';

const nameOf = ({ phone, email }: DoNotContactEntry) => (phone === null ? (email ?? '') : toShown(phone));

/** Who is not to be contacted: found, added to and lifted. */
export const DoNotContactPanel = () => (
  <ListBase
    resource={doNotContact}
    perPage={50}
    sort={{ field: 'since', order: 'DESC' }}
    disableAuthentication
    disableSyncWithLocation
  >
    <Entries />
  </ListBase>
);

function Entries() {
  const translate = useTranslate();
  const list = useListContext();
  const [open, setOpen] = useState<'add' | DoNotContactEntry>();
  const close = () => {
    setOpen(undefined);
  };
  const how = (entry: DoNotContactEntry) =>
    [translate(`crm.contactRules.how.${entry.how}`), entry.reason].filter(Boolean).join(': ');
  const lift = (entry: DoNotContactEntry) => {
    const label = translate('crm.doNotContact.lift', { name: nameOf(entry) });
    return (
      <IconAction
        label={label}
        onClick={() => {
          setOpen(entry);
        }}
      >
        <LockOpenOutlined />
      </IconAction>
    );
  };
  const kind = Object.keys(filterValues.parse(list.filterValues)).length > 0 ? 'none' : 'empty';
  return (
    <Box
      id="do-not-contact-panel"
      role="tabpanel"
      aria-labelledby="do-not-contact-tab"
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <ListSearch
          label={translate('crm.doNotContact.search')}
          clearLabel={translate('crm.doNotContact.clear')}
        />
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }} aria-live="polite">
          {list.total !== undefined && translate('crm.doNotContact.count', { smart_count: list.total })}
        </Typography>
        <Button
          variant="contained"
          onClick={() => {
            setOpen('add');
          }}
        >
          {translate('crm.doNotContact.add')}
        </Button>
      </Box>
      <ListTable<DoNotContactEntry>
        label={translate('crm.contactRules.list')}
        columns={labelled(
          [
            { source: 'address', width: 180, names: true, cell: nameOf },
            { source: 'channel', width: 110, cell: ({ channel }) => translate(channelKeys[channel]) },
            { source: 'how', width: 280, wraps: true, cell: how },
            { source: 'by', width: 160, cell: ({ by }) => by ?? translate('crm.doNotContact.system') },
            { source: 'since', width: 160, cell: ({ since }) => shownInstant(since) },
            { source: 'actions', width: 90, align: 'right', cell: lift },
          ],
          (source) => translate(`crm.doNotContact.${source}`),
        )}
        empty={
          <TableNotice
            icon={<PhoneDisabledOutlined />}
            title={translate(`crm.doNotContact.${kind}Title`)}
            text={translate(`crm.doNotContact.${kind}Text`)}
          />
        }
        failed={translate('crm.doNotContact.failedTitle')}
      />
      {open === 'add' && <AddEntryDialog onClose={close} />}
      {open !== undefined && open !== 'add' && (
        <LiftDialog id={open.id} name={nameOf(open)} onClose={close} />
      )}
    </Box>
  );
}
