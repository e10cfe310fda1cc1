import { useGetList } from 'react-admin';
import { teams, type Team } from '@crm/contracts/resources/team.js';

/** Every team, by name. */
export const useTeams = () =>
  useGetList<Team>(
    teams.name,
    {
      pagination: { page: 1, perPage: teams.most?.count ?? 200 },
      sort: { field: 'name', order: 'ASC' },
    },
    { retry: false },
  );

/** What the team of an account is called; nothing for none. */
export function useTeamName(): (id: string | null) => string {
  const { data = [] } = useTeams();
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? '') ?? '';
}
