import { type Groupe, text } from './etat.ts';

export const AVERTISSEMENTS: Groupe = {
  title: 'Ce dont chaque écran avertit un administrateur',
  who: 'administrateur',
  etats: [
    {
      title: 'une base modifiée à la main',
      path: '/app/prix',
      prepare: (_, manege) =>
        manege.sql('alter table participants disable trigger participants_conformes'),
      open: text(/La base de données a été modifiée à la main/),
    },
    {
      title: 'aucune sauvegarde',
      path: '/app/webmaster',
      async prepare(_, manege) {
        await manege.sql('alter table participants enable trigger participants_conformes');
        await manege.sql("update horloge set sauvegardes_depuis = now() - interval '37 hours'");
      },
      open: text(/^Aucune sauvegarde n'a réussi depuis le/),
    },
    {
      title: 'une sauvegarde en cours',
      path: '/app/webmastersettings?onglet=service',
      prepare: (_, manege) => manege.sql('insert into sauvegardes (debut_at) values (now())'),
      open: text('Une sauvegarde est en cours, depuis le'),
    },
    {
      title: 'une sauvegarde qui a échoué',
      path: '/app/webmastersettings?onglet=service',
      prepare: (_, manege) =>
        manege.sql("update sauvegardes set fin_at = now(), erreur = 'Le disque est plein.'"),
      open: text(/La dernière sauvegarde a échoué/),
    },
    {
      title: 'une horloge en avance',
      path: '/app/webmaster',
      prepare: (_, manege) =>
        manege.sql("update horloge set battement_at = '2025-03-01T11:00:00Z'"),
      open: text(/bien plus tard que la dernière activité connue/),
    },
  ],
};
