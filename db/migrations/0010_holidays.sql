CREATE TABLE "holiday_places" (
	"country" char(2) NOT NULL,
	"region" varchar(16) DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "holiday_places_country_region_pk" PRIMARY KEY("country","region")
);
--> statement-breakpoint
-- Filled again by db/functions/calendar.
DELETE FROM "public_holidays";--> statement-breakpoint
ALTER TABLE "public_holidays" DROP CONSTRAINT "public_holidays_country_region_date_name_en_pk";--> statement-breakpoint
ALTER TABLE "holiday_overrides" ALTER COLUMN "region" SET DATA TYPE varchar(16);--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "region" SET DATA TYPE varchar(16);--> statement-breakpoint
ALTER TABLE "public_holidays" ADD COLUMN "regions" text[];--> statement-breakpoint
ALTER TABLE "public_holidays" ADD COLUMN "days" date[] NOT NULL;--> statement-breakpoint
CREATE INDEX "public_holidays_country" ON "public_holidays" USING btree ("country");--> statement-breakpoint
ALTER TABLE "public_holidays" DROP COLUMN "region";--> statement-breakpoint
ALTER TABLE "public_holidays" DROP COLUMN "date";