import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { useCallMessages } from '../i18n/calls.en.js';

const rows = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
const letters: Partial<Record<string, string>> = {
  2: 'ABC',
  3: 'DEF',
  4: 'GHI',
  5: 'JKL',
  6: 'MNO',
  7: 'PQRS',
  8: 'TUV',
  9: 'WXYZ',
};

/** A dialpad; also operated by keyboard while focused. */
export function Keypad({ isOff, onPress }: { isOff: boolean; onPress: (key: string) => void }) {
  const translate = useCallMessages();
  const [pressed, setPressed] = useState('');
  const press = (key: string) => {
    if (isOff) return;
    setPressed((before) => (before + key).slice(-24));
    onPress(key);
  };
  const names: Partial<Record<string, string>> = {
    '*': translate('crm.calls.star'),
    '#': translate('crm.calls.pound'),
  };
  return (
    <Box
      role="group"
      aria-label={translate('crm.calls.dialpad')}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!rows.some((key) => key === event.key)) return;
        event.preventDefault();
        press(event.key);
      }}
    >
      <Box
        aria-hidden
        sx={(theme) => ({
          ...theme.tabular,
          typography: 'h4',
          height: 28,
          mb: 1,
          textAlign: 'center',
          overflow: 'hidden',
        })}
      >
        {pressed}
      </Box>
      <span role="status" style={visuallyHidden}>
        {pressed && translate('crm.calls.pressed', { keys: pressed.slice(-1) })}
      </span>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}>
        {rows.map((key) => (
          <Button
            key={key}
            variant="outlined"
            {...(isOff ? { 'aria-disabled': true } : {})}
            aria-label={translate('crm.calls.key', { key: names[key] ?? key })}
            onClick={() => {
              press(key);
            }}
            sx={{ flexDirection: 'column', height: 44, lineHeight: 1 }}
          >
            <Box component="span" sx={{ typography: 'subtitle1', lineHeight: '18px' }}>
              {key}
            </Box>
            {letters[key] && (
              <Box
                component="span"
                sx={{ typography: 'overline', lineHeight: '12px', color: 'text.secondary' }}
              >
                {letters[key]}
              </Box>
            )}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
