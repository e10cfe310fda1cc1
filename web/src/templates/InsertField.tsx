import { useState } from 'react';
import DataObjectOutlined from '@mui/icons-material/DataObjectOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { mergeFields } from '@crm/contracts/messaging/merge-fields.js';
import { useTemplateMessages } from '../i18n/templates.en.js';

/** Offers what a template may name; what is picked goes in where one writes. */
export function InsertField({ onInsert }: { onInsert: (written: string) => void }) {
  const translate = useTemplateMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        size="small"
        startIcon={<DataObjectOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        {translate('crm.templates.insert')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} disableRestoreFocus>
        {mergeFields.map(({ name, label }) => (
          <MenuItem
            key={name}
            onClick={() => {
              close();
              onInsert(`{{${name}}}`);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
