import { useState, type ComponentType } from 'react';
import FormatBoldOutlined from '@mui/icons-material/FormatBoldOutlined';
import FormatItalicOutlined from '@mui/icons-material/FormatItalicOutlined';
import FormatListBulletedOutlined from '@mui/icons-material/FormatListBulletedOutlined';
import FormatListNumberedOutlined from '@mui/icons-material/FormatListNumberedOutlined';
import FormatQuoteOutlined from '@mui/icons-material/FormatQuoteOutlined';
import FormatUnderlinedOutlined from '@mui/icons-material/FormatUnderlinedOutlined';
import RedoOutlined from '@mui/icons-material/RedoOutlined';
import TitleOutlined from '@mui/icons-material/TitleOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { stepInRow } from '../controls/arrow-steps.rules.js';
import { useScriptMessages, type ScriptWordKey } from '../i18n/scripts.en.js';

interface Tool {
  label: ScriptWordKey;
  Icon: ComponentType;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Whether it is in force where the cursor stands; tools that only do something have none. */
  isOn?: (editor: Editor) => boolean;
}

const tools: readonly Tool[] = [
  {
    label: 'crm.script.editor.heading',
    Icon: TitleOutlined,
    run: (chain) => chain.toggleHeading({ level: 2 }),
    isOn: (editor) => editor.isActive('heading'),
  },
  {
    label: 'crm.script.editor.bold',
    Icon: FormatBoldOutlined,
    run: (chain) => chain.toggleBold(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: 'crm.script.editor.italic',
    Icon: FormatItalicOutlined,
    run: (chain) => chain.toggleItalic(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: 'crm.script.editor.underline',
    Icon: FormatUnderlinedOutlined,
    run: (chain) => chain.toggleUnderline(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    label: 'crm.script.editor.bullets',
    Icon: FormatListBulletedOutlined,
    run: (chain) => chain.toggleBulletList(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'crm.script.editor.numbers',
    Icon: FormatListNumberedOutlined,
    run: (chain) => chain.toggleOrderedList(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'crm.script.editor.quote',
    Icon: FormatQuoteOutlined,
    run: (chain) => chain.toggleBlockquote(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { label: 'crm.script.editor.undo', Icon: UndoOutlined, run: (chain) => chain.undo() },
  { label: 'crm.script.editor.redo', Icon: RedoOutlined, run: (chain) => chain.redo() },
];

/**
 * The format of what is selected; each also has its usual key in the editor itself. One Tab stop, so that the text is two
 * Tabs from what stands above it; the arrow keys move in it.
 */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const translate = useScriptMessages();
  const inForce = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn }) => isOn?.(now) ?? false),
  });
  const [stop, setStop] = useState(0);
  return (
    <Box
      role="toolbar"
      aria-label={translate('crm.script.editor.toolbar')}
      onKeyDown={(event) => {
        const next = stepInRow(event.key, stop, tools.length);
        if (next === undefined) return;
        event.preventDefault();
        setStop(next);
        event.currentTarget.querySelectorAll('button')[next]?.focus();
      }}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.25,
        p: 0.5,
        border: `1px solid ${theme.palette.border.control}`,
        borderBottom: 0,
        borderRadius: `${String(theme.radius.control)}px ${String(theme.radius.control)}px 0 0`,
        backgroundColor: 'surface.sunken',
      })}
    >
      {tools.map(({ label, Icon, run, isOn }, index) => (
        <Tooltip key={label} title={translate(label)}>
          <IconButton
            size="small"
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => {
              setStop(index);
            }}
            aria-label={translate(label)}
            {...(isOn && { 'aria-pressed': inForce[index] })}
            sx={inForce[index] ? { color: 'primary.main', backgroundColor: 'brand.tint' } : {}}
            onClick={() => {
              run(editor.chain().focus()).run();
            }}
          >
            <Icon />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}
