import { useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props {
  onClose: () => void;
  children: ReactNode;
}

/** The filters of a phone, below each other at its foot. */
export default function FilterSheet({ onClose, children }: Props) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Drawer
      anchor="bottom"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { display: 'grid', gap: 1.5, p: 2, borderRadius: '16px 16px 0 0' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography id={titleId} variant="h4" component="h2" sx={{ flex: 1 }}>
          {translate('crm.filters.label')}
        </Typography>
        <Button onClick={onClose}>{translate('crm.action.close')}</Button>
      </Box>
      <Box sx={{ display: 'grid', gap: 1, '& > .MuiButton-root': { justifyContent: 'flex-start' } }}>
        {children}
      </Box>
    </Drawer>
  );
}
