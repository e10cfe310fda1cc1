import { useEffect, useState } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useListContext } from 'react-admin';
import { searchOf } from '../raw-leads/raw-leads-provider.js';

interface Props {
  /** What is searched, also shown in the empty field. */
  label: string;
  clearLabel: string;
}

/** Searches the list around while one types. */
export function ListSearch({ label, clearLabel }: Props) {
  const list = useListContext();
  const standing = searchOf(list.filterValues) ?? '';
  const [text, setText] = useState(standing);
  // Cleared or gone back to elsewhere: the field follows, unless it says the same but for blanks.
  useEffect(() => {
    setText((typed) => (typed.trim() === standing ? typed : standing));
  }, [standing]);

  const search = (typed: string, isTyping: boolean) => {
    setText(typed);
    list.setFilters(typed.trim() === '' ? {} : { q: typed.trim() }, undefined, isTyping);
  };
  return (
    <OutlinedInput
      type="search"
      size="small"
      value={text}
      placeholder={label}
      onChange={({ target }) => {
        search(target.value, true);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        search('', false);
      }}
      inputProps={{ 'aria-label': label, maxLength: 100, enterKeyHint: 'search' }}
      startAdornment={
        <InputAdornment position="start">
          <SearchOutlined aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        text !== '' && (
          <InputAdornment position="end">
            <IconButton
              edge="end"
              size="small"
              aria-label={clearLabel}
              onClick={() => {
                search('', false);
              }}
            >
              <CloseOutlined />
            </IconButton>
          </InputAdornment>
        )
      }
      sx={{
        width: { xs: '100%', sm: 360 },
        '& input': { pl: 0 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
