import { useState } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  value: string;
  /** What its button says before and after. */
  copy: string;
  copied: string;
}

/** A key or a secret that is shown this once, to be copied. */
export function ShownOnce({ label, value, copy, copied }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'end' }}>
      <TextField
        fullWidth
        label={label}
        value={value}
        onFocus={({ target }) => {
          target.select();
        }}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button
        variant="outlined"
        startIcon={<ContentCopyOutlined />}
        onClick={() => {
          void navigator.clipboard.writeText(value).then(() => {
            setCopied(true);
          });
        }}
      >
        {isCopied ? copied : copy}
      </Button>
    </Box>
  );
}
