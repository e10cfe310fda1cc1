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
import { useDiscard } from '../controls/useDiscard.js';
import { usePhoneWords } from '../i18n/phones.en.js';
import { PanelNotice } from '../recordings/PanelNotice.js';
import { PhoneFields } from './PhoneFields.js';
import { useStatePhone } from './usePhones.js';

/** The numbers that leads are called from, state by state: seen, and changed. */
export default function PhonesDialog({ onClose }: { onClose: () => void }) {
  const words = usePhoneWords();
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
        title={words('crm.phones.title')}
        subtitle={words('crm.phones.hint')}
        onClose={close}
        {...(!isEditing && {
          actions: (
            <>
              <Button variant="outlined" onClick={onClose}>
                {words('crm.action.close')}
              </Button>
              {phone && (
                <Button
                  variant="contained"
                  startIcon={<EditOutlined />}
                  onClick={() => {
                    setEditing(true);
                  }}
                >
                  {words('crm.phones.edit')}
                </Button>
              )}
            </>
          ),
        })}
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <TextField
            select
            label={words('crm.phones.state')}
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
              {words('crm.phones.choose')}
            </Typography>
          )}
          {isError && phone === undefined && (
            <PanelNotice text={words('crm.phones.failed')} onRetry={() => void refetch()} />
          )}
          {state !== '' && !isError && phone === undefined && <Skeleton variant="rounded" height={80} />}
          {phone && !isEditing && <PhoneFacts phone={phone} />}
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

function PhoneFacts({ phone: { phone, codes, announce } }: { phone: StatePhone }) {
  const words = usePhoneWords();
  const facts = [
    [words('crm.phones.phone'), phone === '' ? words('crm.phones.noPhone') : toShown(phone)],
    [words('crm.phones.codes'), codes.length === 0 ? words('crm.phones.noCodes') : codes.join(', ')],
  ] as const;
  return (
    <>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', columnGap: 2, rowGap: 1, m: 0 }}
      >
        {facts.map(([label, value]) => (
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
        {words(announce === 1 ? 'crm.phones.announced' : 'crm.phones.notAnnounced')}
      </Typography>
    </>
  );
}
