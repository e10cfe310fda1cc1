import { useId, useState } from 'react';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface Agent {
  id: AgentChoice;
  fullname: string;
  email: string;
}

interface Props {
  /** Absent while they are being read. */
  agents: readonly Agent[] | undefined;
  picked: AgentChoice | undefined;
  onPick: (agent: { id: AgentChoice; name: string }) => void;
}

/** One agent out of many, found by name or e-mail. */
export function AgentPicker({ agents, picked, onPick }: Props) {
  const translate = useTranslate();
  const name = useId();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = agents?.filter((agent) => `${agent.fullname} ${agent.email}`.toLowerCase().includes(wanted));

  return (
    <>
      <OutlinedInput
        fullWidth
        autoFocus
        value={text}
        placeholder={translate('crm.filters.find.agent')}
        onChange={(event) => {
          setText(event.target.value);
        }}
        startAdornment={
          <InputAdornment position="start">
            <SearchOutlined />
          </InputAdornment>
        }
        inputProps={{ 'aria-label': translate('crm.filters.find.agent') }}
      />
      <RadioGroup
        name={name}
        aria-label={translate('crm.filters.agent')}
        value={picked ?? ''}
        sx={{ mt: 1, height: 324, overflow: 'auto', flexWrap: 'nowrap' }}
      >
        {found?.map((agent) => (
          <Box
            key={agent.id}
            component="label"
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              flex: 'none',
              gap: 1,
              minHeight: theme.size.rowComfortable,
              pr: 1.5,
              borderRadius: `${String(theme.radius.control)}px`,
              cursor: 'pointer',
              backgroundColor: agent.id === picked ? 'brand.tint' : undefined,
              '&:hover': { backgroundColor: agent.id === picked ? undefined : 'surface.hover' },
            })}
          >
            <Radio
              value={agent.id}
              checked={agent.id === picked}
              onChange={() => {
                onPick({ id: agent.id, name: agent.fullname });
              }}
            />
            <Typography variant="body2" component="span" sx={{ flex: 1, fontWeight: 500 }}>
              {agent.fullname}
            </Typography>
            <Typography variant="body2" component="span" color="text.secondary" noWrap>
              {agent.email}
            </Typography>
          </Box>
        ))}
        {found?.length === 0 && (
          <Typography variant="body2" color="text.secondary" sx={{ p: 1 }}>
            {translate('crm.filters.nothingFound', { text: text.trim() })}
          </Typography>
        )}
        {!found && <Skeleton variant="rounded" height={36} />}
      </RadioGroup>
    </>
  );
}
