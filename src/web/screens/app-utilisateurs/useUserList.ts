import { pagesOf } from '#domain/core/pages.ts';
import { useUsers } from '#web/nouns/people/users.ts';
import type { SectionUsers } from './textes.ts';
import type { View } from './useView.ts';

export type UserList = {
  users: ReturnType<typeof useUsers>;
  /** How many accounts match in total. Undefined until it is known. */
  total: number | undefined;
  page: number;
  turnTo: (page: number) => void;
};

/** The page of a table. If the list has become shorter, its last page is shown. */
export function useUserList(
  { pageOf, turn }: View,
  statut: SectionUsers['cle'],
  q: string | undefined,
  total: number | undefined,
): UserList {
  const wanted = pageOf(statut);
  const page = total === undefined ? wanted : Math.min(wanted, pagesOf(total));
  const users = useUsers({ statut, role: 'utilisateur', q, page });
  return { users, total, page, turnTo: (next) => turn(statut, next) };
}
