import {
  type ContenuCourriel,
  type LeconDeCourriel,
  SORTES_COURRIEL,
  type SorteCourriel,
} from '#domain/emails/courriels.ts';

const NOM = 'Camille Lambert';
const LECON: LeconDeCourriel = {
  reservation_id: '00000000-0000-4000-8000-000000000000',
  version: 0,
  date_reservation: '2027-05-15',
  heure_debut: '14:00',
  heure_fin: '15:00',
  type_piste: 'exterieure',
  type: 'Leçon collective',
  noms_participants: [NOM, 'Hugo Dubois'],
  remarques: 'Poney calme, merci.',
};

/**
 * Each kind of email with a sample name, the two of the user page first, for the preview (MAIL-11).
 */
export const EXAMPLES: readonly ContenuCourriel[] = SORTES_COURRIEL.filter(
  (sorte) => sorte !== 'libre',
).map(exampleOf);

function exampleOf(sorte: Exclude<SorteCourriel, 'libre'>): ContenuCourriel {
  switch (sorte) {
    case 'approbation':
      return { sorte, nom: NOM, role: 'utilisateur' };
    case 'mot_de_passe':
    case 'confirmation_adresse':
    case 'deblocage':
    case 'changement_adresse':
    case 'invitation':
      return { sorte, nom: NOM, jeton: 'exemple' };
    case 'compte_modifie':
      return { sorte, nom: NOM, evenement: 'mot_de_passe_change', le: '2027-05-15T12:00:00.000Z' };
    case 'inscription':
      return {
        sorte,
        nom: NOM,
        email: 'camille.lambert@exemple.be',
        telephone: '0470 12 34 56',
        adresse: 'Rue du Manège 1\n5030 Gembloux',
      };
    case 'inscriptions_groupees':
      return {
        sorte,
        depuis: '2027-05-15T12:00:00.000Z',
        autres: 0,
        demandes: [NOM, 'Hugo Dubois', 'Zoé Willems'].map((nom, n) => ({
          user_id: `${n}`,
          nom,
          email: `${nom.split(' ')[0]?.toLowerCase().replace('é', 'e')}@exemple.be`,
        })),
      };
    case 'inscriptions_en_attente':
      return {
        sorte,
        depuis: '2027-05-13T09:00:00.000Z',
        autres: 0,
        demandes: [
          { user_id: '0', nom: NOM, email: 'camille@exemple.be' },
          { user_id: '1', nom: 'Hugo Dubois', email: 'hugo@exemple.be' },
        ],
      };
    case 'place_libre': {
      const { date_reservation, heure_debut, heure_fin, type_piste, type } = LECON;
      return {
        sorte,
        nom: NOM,
        creneau: { date_reservation, heure_debut, heure_fin, type_piste, type },
        rejoindre: false,
      };
    }
    case 'prix_changes': {
      const { date_reservation, heure_debut, heure_fin, type_piste, type } = LECON;
      const lecon = {
        heure_debut,
        heure_fin,
        type_piste,
        type,
        places: 2,
        avant: 2_200,
        apres: 2_300,
      };
      return {
        sorte,
        nom: NOM,
        lecons: [
          { ...lecon, date_reservation },
          { ...lecon, date_reservation: '2027-05-22' },
        ],
      };
    }
    case 'releve':
    case 'relance':
      return {
        sorte,
        nom: NOM,
        numero: '2027-05-0042',
        mois: '2027-05',
        jour: '2027-06-01',
        centimes: 13_250,
        virement: {
          titulaire: 'Manège Exemple SRL',
          iban: 'BE68539007547034',
          communication: '202705004211',
        },
      };
    case 'sauvegarde_en_panne':
      return {
        sorte,
        depuis: '2027-05-13T00:30:00.000Z',
        raison:
          "Le disque de /srv/sauvegardes est plein : la sauvegarde n'a pas pu être écrite. Libérez de la place, puis recommencez ; celles d'avant restent.",
      };
    case 'alerte_admins':
      return {
        sorte,
        fait: 'nouvel_administrateur',
        le: '2027-05-15T12:00:00.000Z',
        par: { user_id: '0', nom: 'Zoé Willems' },
        compte: { user_id: '1', nom: NOM, email: 'camille.lambert@exemple.be' },
      };
    case 'alerte_codes':
    case 'refus':
    case 'effacement':
    case 'essai':
      return { sorte, nom: NOM };
    case 'reservation_modifiee':
      return {
        sorte,
        nom: NOM,
        lecon: LECON,
        copie: false,
        avant: {
          ...LECON,
          date_reservation: '2027-05-14',
          heure_debut: '10:00',
          heure_fin: '11:00',
        },
      };
    case 'reservation_annulee':
      return { sorte, nom: NOM, lecon: LECON, copie: false, raison: 'La piste est inondée.' };
    case 'reservation_confirmee':
    case 'rappel':
      return { sorte, nom: NOM, lecon: LECON, copie: false };
  }
}
