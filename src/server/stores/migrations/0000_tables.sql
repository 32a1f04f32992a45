CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "essais" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"cle" text NOT NULL,
	"survenu_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parametres" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"emailNotifications" boolean DEFAULT true NOT NULL,
	"adminEmail" text DEFAULT '' NOT NULL,
	"sendConfirmation" boolean DEFAULT true NOT NULL,
	"sendReminders" boolean DEFAULT true NOT NULL,
	"sendCancellation" boolean DEFAULT true NOT NULL,
	"sendModification" boolean DEFAULT true NOT NULL,
	"openingTime" time(0) DEFAULT '08:00' NOT NULL,
	"closingTime" time(0) DEFAULT '20:00' NOT NULL,
	"lessonDuration" integer DEFAULT 60 NOT NULL,
	"breakBetweenLessons" integer DEFAULT 15 NOT NULL,
	"breakBetweenLessonsApplied" boolean DEFAULT false NOT NULL,
	"maxBookingsPerDay" integer DEFAULT 10 NOT NULL,
	"maxBookingsPerDayApplied" boolean DEFAULT false NOT NULL,
	"advanceBookingDays" integer DEFAULT 30 NOT NULL,
	"advanceBookingDaysApplied" boolean DEFAULT false NOT NULL,
	CONSTRAINT "parametres_une_ligne" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "prix" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"type_lecon" text NOT NULL,
	"prix" numeric(10, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "prix_type_lecon_unique" UNIQUE("type_lecon"),
	CONSTRAINT "prix_positif" CHECK ("prix" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"noms_participants" text[] NOT NULL,
	"nom_client" text NOT NULL,
	"date_reservation" date NOT NULL,
	"heure_debut" time(0) NOT NULL,
	"heure_fin" time(0) NOT NULL,
	"type_piste" text NOT NULL,
	"type_lecon" text NOT NULL,
	"nombre_personnes" integer NOT NULL,
	"statut" text DEFAULT 'confirmee' NOT NULL,
	"remarques" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_piste_connue" CHECK ("type_piste" in ('interieure', 'exterieure')),
	CONSTRAINT "reservations_statut_connu" CHECK ("statut" in ('confirmee', 'en_attente', 'annulee')),
	CONSTRAINT "reservations_personnes" CHECK ("nombre_personnes" between 1 and 10 and "nombre_personnes" = cardinality("noms_participants")),
	CONSTRAINT "reservations_heures" CHECK ("heure_debut" >= '08:00' and "heure_fin" <= '20:00' and "heure_debut" < "heure_fin"),
	CONSTRAINT "reservations_demi_heures" CHECK (extract(minute from "heure_debut")::int % 30 = 0 and extract(minute from "heure_fin")::int % 30 = 0),
	CONSTRAINT "reservations_siecle" CHECK ("date_reservation" between '2000-01-01' and '2100-12-31')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "types_lecons" (
	"value" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"icon" text NOT NULL,
	"color" text DEFAULT 'from-gray-500 to-gray-600' NOT NULL,
	"max_personnes" integer DEFAULT 1 NOT NULL,
	"duree_minutes" integer DEFAULT 30 NOT NULL,
	"ordre" integer NOT NULL,
	"actif" boolean DEFAULT true NOT NULL,
	CONSTRAINT "types_lecons_max" CHECK ("max_personnes" between 1 and 10),
	CONSTRAINT "types_lecons_duree" CHECK ("duree_minutes" in (30, 60, 90, 120))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_confirme" boolean DEFAULT false NOT NULL,
	"full_name" text NOT NULL,
	"prenom" text,
	"nom" text,
	"telephone" text,
	"adresse" text,
	"role" text DEFAULT 'utilisateur' NOT NULL,
	"statut" text DEFAULT 'en_attente' NOT NULL,
	"is_approved" boolean GENERATED ALWAYS AS (statut in ('actif', 'inactif')) STORED,
	"profile_image_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role_connu" CHECK ("role" in ('utilisateur', 'admin', 'webmaster')),
	CONSTRAINT "users_statut_connu" CHECK ("statut" in ('actif', 'inactif', 'en_attente', 'refuse')),
	CONSTRAINT "users_email_minuscule" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prix" ADD CONSTRAINT "prix_type_lecon_types_lecons_value_fk" FOREIGN KEY ("type_lecon") REFERENCES "public"."types_lecons"("value") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "essais_cle" ON "essais" USING btree ("cle","survenu_at");--> statement-breakpoint
CREATE INDEX "reservations_jour" ON "reservations" USING btree ("date_reservation","type_piste","heure_debut","heure_fin","type_lecon","nombre_personnes","statut");--> statement-breakpoint
CREATE INDEX "reservations_user" ON "reservations" USING btree ("user_id","date_reservation");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");