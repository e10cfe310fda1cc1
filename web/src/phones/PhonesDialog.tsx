import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { states, type StateCode } from '@crm/contracts/codes/states.js';
import type { StatePhone } from '@crm/contracts/entities/telephony.js';
import { toShown } from '@crm/contracts/phone.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { usePhoneMessages } from '../i18n/phones.en.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { PhoneFields } from './PhoneFields.js';
import { useStatePhone } from './usePhones.js';

/** The numbers that leads are called from, state by state: seen, and changed. */
export default function PhonesDialog({ onClose }: { onClose: () => void }) {
  const translate = usePhoneMessages();
  const [state, setState] = useState<StateCode | ''>('');
  const [isEditing, setEditing] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const { data: phone, isError, refetch } = useStatePhone(state);
  const { close, question } = useDiscard({ unsaved: isDirty, onClose });
  const stopEditing = () => {
    setEditing(false);
    setDirty(false);
  };

  return (
    <>
      <DialogFrame
        open
        width={560}
        title={translate('crm.phones.title')}
        subtitle={translate('crm.phones.hint')}
        onClose={close}
        {...(!isEditing && {
          actions: (
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
          ),
        })}
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <TextField
            select
            label={translate('crm.phones.state')}
            value={state}
            disabled={isEditing}
            onChange={({ target }) => {
              setState(states.find(({ code }) => code === target.value)?.code ?? '');
            }}
          >
            {states.map(({ code, name }) => (
              <MenuItem key={code} value={code}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          {state === '' && (
            <Typography variant="body2" color="textSecondary">
              {translate('crm.phones.choose')}
            </Typography>
          )}
          {isError && phone === undefined && (
            <PanelNotice text={translate('crm.phones.failed')} onRetry={() => void refetch()} />
          )}
          {state !== '' && !isError && phone === undefined && <Skeleton variant="rounded" height={80} />}
          {phone && !isEditing && <PhoneDetails phone={phone} />}
          {phone && isEditing && (
            <PhoneFields
              key={phone.id}
              standing={phone}
              onDirty={setDirty}
              onCancel={stopEditing}
              onSaved={stopEditing}
            />
          )}
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}

function PhoneDetails({ phone: { phone, codes, announce } }: { phone: StatePhone }) {
  const translate = usePhoneMessages();
  const fields = [
    [translate('crm.phones.phone'), phone === '' ? translate('crm.phones.noPhone') : toShown(phone)],
    [translate('crm.phones.codes'), codes.length === 0 ? translate('crm.phones.noCodes') : codes.join(', ')],
  ] as const;
  return (
    <>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', columnGap: 2, rowGap: 1, m: 0 }}
      >
        {fields.map(([label, value]) => (
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
