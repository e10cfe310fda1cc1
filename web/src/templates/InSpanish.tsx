import { useState, type ReactNode } from 'react';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { useTemplateMessages } from '../i18n/templates.en.js';

/** The inputs of a template's Spanish wording: those of one that has none are there when they are asked for. */
export function InSpanish({ sources, children }: { sources: readonly string[]; children: ReactNode }) {
  const translate = useTemplateMessages();
  const values: readonly unknown[] = useWatch({ name: sources });
  const [isOpen, setOpen] = useState(() => values.some((value) => typeof value === 'string' && value !== ''));
  return isOpen ? (
    <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
  ) : (
    <Box>
      <Button
        size="small"
        startIcon={<TranslateOutlined />}
        onClick={() => {
          setOpen(true);
        }}
      >
        {translate('crm.templates.addSpanish')}
      </Button>
    </Box>
  );
}
