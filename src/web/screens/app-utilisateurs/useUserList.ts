import { pagesOf } from '#domain/core/pages.ts';
import { useUsers } from '#web/data/queries/users.ts';
import type { SectionUsers } from './textes.ts';
import type { View } from './useView.ts';

export type UserList = {
  users: ReturnType<typeof useUsers>;
  /** How many match in all; undefined until it is known. */
  total: number | undefined;
  page: number;
  turnTo: (page: number) => void;
};

/** The page of a table: a list that has shrunk shows its last one. */
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
