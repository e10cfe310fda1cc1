import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useGetOne, type RaRecord } from 'react-admin';
import { states } from '@crm/contracts/codes/states.js';
import { statePhones, type StatePhone } from '@crm/contracts/resources/state-phone.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { PanelNotice } from '../../controls/PanelNotice.js';
import { usePhoneMessages } from '../../i18n/phones.en.js';
import { EditDialog } from '../ResourceDialog.js';
import { usePhonesView } from './usePhonesView.js';
import { shownValue } from '../../fields/shown-value.js';

/** The numbers that leads are called from, state by state: seen, and changed. */
export default function PhonesDialog({ onClose }: { onClose: () => void }) {
  const translate = usePhoneMessages();
  const view = usePhonesView();
  const [state, setState] = useState('');
  const [isEditing, setEditing] = useState(false);
  const { data, isError, refetch } = useGetOne<RaRecord>(
    statePhones.name,
    { id: state },
    { enabled: state !== '' },
  );
  const phone = data === undefined ? undefined : statePhones.record.parse(data);
  const subtitle = translate('crm.phones.hint');
  const picker = (
    <TextField
      select
      fullWidth
      label={translate('crm.phones.state')}
      value={state}
      disabled={isEditing}
      sx={{ mt: 0.5, mb: 2 }}
      onChange={({ target }) => {
        setState(target.value);
      }}
    >
      {states.map(({ code, name }) => (
        <MenuItem key={code} value={code}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
  if (isEditing) {
    return (
      <EditDialog
        view={{ ...view, dialog: { ...view.dialog, subtitle } }}
        id={state}
        above={() => picker}
        onBack={() => {
          setEditing(false);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DialogFrame
      open
      title={translate('crm.phones.title')}
      subtitle={subtitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          {phone && (
            <Button
              variant="contained"
              startIcon={<EditOutlined />}
              onClick={() => {
                setEditing(true);
              }}
            >
              {translate('crm.phones.edit')}
            </Button>
          )}
        </>
      }
    >
      {picker}
      {state === '' && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.phones.choose')}
        </Typography>
      )}
      {isError && phone === undefined && (
        <PanelNotice text={translate('crm.phones.failed')} onRetry={refetch} />
      )}
      {state !== '' && !isError && phone === undefined && <Skeleton variant="rounded" height={80} />}
      {phone && <PhoneDetails phone={phone} />}
    </DialogFrame>
  );
}

function PhoneDetails({ phone: { phone, codes, announce } }: { phone: StatePhone }) {
  const translate = usePhoneMessages();
  const { fields } = statePhones;
  const details = [
    [fields.phone.label, shownValue(fields.phone, phone) || translate('crm.phones.noPhone')],
    [fields.codes.label, shownValue(fields.codes, codes) || translate('crm.phones.noCodes')],
  ] as const;
  return (
    <>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', columnGap: 2, rowGap: 1, m: 0, mb: 2 }}
      >
        {details.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography variant="body2" component="dt" color="textSecondary">
              {label}
            </Typography>
            <Typography variant="body2" component="dd" sx={(theme) => ({ ...theme.tabular, m: 0 })}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {translate(announce === 1 ? 'crm.phones.announced' : 'crm.phones.notAnnounced')}
      </Typography>
    </>
  );
}
