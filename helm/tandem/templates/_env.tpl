{{/*
The environment of a workload: variables of its kind, of its needs, addresses of the services it calls, and the
operator's own. Secrets are references.
*/}}

{{/* (dict "root" $ "name" "shares" "var" "MONGO_URL") */}}
{{- define "tandem.secretRef" -}}
- name: {{ .var }}
  valueFrom:
    secretKeyRef:
      name: {{ include "tandem.secretName" . }}
      key: {{ (get .root.Values.secrets .var).key | replace "$service" .name }}
{{- end -}}

{{/* (dict "root" $) */}}
{{- define "tandem.requireTls" -}}
{{- if .root.Values.externalTls.required }}
{{ include "tandem.value" (dict "name" "REQUIRE_TLS" "value" "true") }}
{{- end }}
{{- end -}}

{{/* Whether a pod that reaches MongoDB or NATS mounts the certificate of their authority. (dict "root" $ "svc" …) */}}
{{- define "tandem.mountsCa" -}}
{{- if and .root.Values.externalTls.caSecret.name (or (has "mongo" (.svc.needs | default list)) (has "nats" (.svc.needs | default list))) }}true{{ end -}}
{{- end -}}

{{- define "tandem.value" -}}
- name: {{ .name }}
  value: {{ .value | toString | quote }}
{{- end -}}

{{- define "tandem.standInOfStripe" -}}
{{- if eq .root.Values.payments.provider "local" }}
{{ include "tandem.value" (dict "name" "STRIPE_API_BASE" "value" (printf "http://%s" (include "tandem.trialAddress" (dict "root" .root "name" "payments-stand-in" "port" 12111)))) }}
{{- end }}
{{- end -}}

{{/* The variables of a need. */}}
{{- define "tandem.need" -}}
{{- $v := .root.Values -}}
{{- if eq .need "mongo" }}
{{ include "tandem.secretRef" (merge (dict "var" "MONGO_URL") .) }}
{{ include "tandem.value" (dict "name" "MONGO_DB" "value" .name) }}
{{- else if eq .need "nats" }}
{{ include "tandem.secretRef" (merge (dict "var" "NATS_URL") .) }}
{{- else if eq .need "assertionKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "ASSERTION_KEYS") .) }}
{{- else if eq .need "assertionPublicKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "ASSERTION_PUBLIC_KEYS") .) }}
{{- else if eq .need "grantPublicKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "GRANT_PUBLIC_KEYS") .) }}
{{- else if eq .need "grantKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "GRANT_KEYS") .) }}
{{- else if eq .need "passwordKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "SHARE_PASSWORD_KEYS") .) }}
{{- else if eq .need "auditKeys" }}
{{ include "tandem.secretRef" (merge (dict "var" "AUDIT_KEYS") .) }}
{{- else if eq .need "turn" }}
{{ include "tandem.secretRef" (merge (dict "var" "TURN_SECRETS") .) }}
{{ include "tandem.value" (dict "name" "TURN_URLS" "value" (join "," $v.turn.urls)) }}
{{ include "tandem.value" (dict "name" "STUN_URLS" "value" (join "," $v.turn.stunUrls)) }}
{{- else if eq .need "payments" }}
{{ include "tandem.value" (dict "name" "PAYMENTS_PROVIDER" "value" $v.payments.provider) }}
{{- if ne $v.payments.provider "none" }}
{{ include "tandem.secretRef" (merge (dict "var" "STRIPE_SECRET_KEY") .) }}
{{ include "tandem.secretRef" (merge (dict "var" "STRIPE_WEBHOOK_SECRET") .) }}
{{- include "tandem.standInOfStripe" . }}
{{- end }}
{{- else if eq .need "firebaseAdmin" }}
{{ include "tandem.value" (dict "name" "FIREBASE_PROJECT_ID" "value" $v.firebase.projectId) }}
{{- if $v.trial.enabled }}
{{ include "tandem.value" (dict "name" "FIREBASE_AUTH_EMULATOR_HOST" "value" (include "tandem.trialAddress" (dict "root" .root "name" "auth-emulator" "port" 9099))) }}
{{- else if $v.secrets.FIREBASE_SERVICE_ACCOUNT.name }}
{{ include "tandem.value" (dict "name" "GOOGLE_APPLICATION_CREDENTIALS" "value" "/var/run/firebase/service-account.json") }}
{{- end }}
{{- else if eq .need "firebaseWeb" }}
{{ include "tandem.value" (dict "name" "FIREBASE_PROJECT_ID" "value" $v.firebase.projectId) }}
{{ include "tandem.value" (dict "name" "FIREBASE_API_KEY" "value" $v.firebase.apiKey) }}
{{ include "tandem.value" (dict "name" "FIREBASE_AUTH_DOMAIN" "value" $v.firebase.authDomain) }}
{{- if $v.trial.enabled }}
{{ include "tandem.value" (dict "name" "FIREBASE_EMULATOR_ORIGIN" "value" $v.publicUrl) }}
{{- end }}
{{- else if eq .need "publicUrl" }}
{{ include "tandem.value" (dict "name" "PUBLIC_URL" "value" $v.publicUrl) }}
{{ include "tandem.value" (dict "name" "TRUST_PROXY_HOPS" "value" $v.trustProxyHops) }}
{{- if and $v.ingress.enabled $v.ingress.tlsSecretName (include "tandem.isHttps" .root) }}
{{ include "tandem.value" (dict "name" "REFUSE_PLAIN_HTTP" "value" "true") }}
{{- end }}
{{- if $v.corsOrigins }}
{{ include "tandem.value" (dict "name" (ternary "ALLOWED_ORIGINS" "CORS_ORIGINS" (eq .svc.kind "ws")) "value" (join "," $v.corsOrigins)) }}
{{- end }}
{{- else if eq .need "product" }}
{{ include "tandem.value" (dict "name" "PRODUCT_NAME" "value" $v.product.name) }}
{{ include "tandem.value" (dict "name" "PRODUCT_SLUG" "value" $v.product.slug) }}
{{ include "tandem.value" (dict "name" "SUPPORT_EMAIL" "value" $v.product.supportEmail) }}
{{- range $name, $url := dict "IMPRINT_URL" $v.product.links.imprint "STATUS_URL" $v.product.links.status "SOURCE_URL" $v.product.links.source "SECURITY_CONTACT" $v.product.links.securityContact }}
{{- if $url }}
{{ include "tandem.value" (dict "name" $name "value" $url) }}
{{- end }}
{{- end }}
{{ include "tandem.value" (dict "name" "STUN_URLS" "value" (join "," $v.turn.stunUrls)) }}
{{- else if eq .need "paymentsPublic" }}
{{ include "tandem.value" (dict "name" "PAYMENTS_PROVIDER" "value" $v.payments.provider) }}
{{- if ne $v.payments.provider "none" }}
{{ include "tandem.value" (dict "name" "STRIPE_PUBLISHABLE_KEY" "value" $v.payments.publishableKey) }}
{{- include "tandem.standInOfStripe" . }}
{{- end }}
{{- else if eq .need "push" }}
{{- if $v.push.publicKey }}
{{ include "tandem.value" (dict "name" "VAPID_PUBLIC_KEY" "value" $v.push.publicKey) }}
{{ include "tandem.value" (dict "name" "VAPID_SUBJECT" "value" ($v.push.subject | default (printf "mailto:%s" $v.product.supportEmail))) }}
{{ include "tandem.secretRef" (merge (dict "var" "VAPID_PRIVATE_KEY") .) }}
{{- end }}
{{- else if eq .need "pushPublic" }}
{{- if $v.push.publicKey }}
{{ include "tandem.value" (dict "name" "VAPID_PUBLIC_KEY" "value" $v.push.publicKey) }}
{{- end }}
{{- else }}
{{- fail (printf "services.yaml: %s needs %s, which this chart cannot provide" .name .need) }}
{{- end }}
{{- end -}}

{{/* Host and port of a service. (dict "root" $ "name" … "svc" …) */}}
{{- define "tandem.address" -}}
{{- printf "%s.%s.svc:%s" (include "tandem.component" .) .root.Release.Namespace (.svc.port | toString) -}}
{{- end -}}

{{/* (dict "root" $ "name" … "svc" …) */}}
{{- define "tandem.env" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $self := . -}}
{{- if ne .svc.kind "static" }}
{{ include "tandem.value" (dict "name" "NODE_ENV" "value" (ternary "development" "production" $v.trial.enabled)) }}
{{ include "tandem.value" (dict "name" "LOG_LEVEL" "value" $v.logLevel) }}
{{ include "tandem.value" (dict "name" .svc.probes.portVariable "value" .svc.probes.port) }}
{{ include "tandem.value" (dict "name" .svc.portVariable "value" .svc.port) }}
{{- if $v.listenOnIpv6 }}
{{ include "tandem.value" (dict "name" "HOST" "value" "::") }}
{{- end }}
{{- if include "tandem.servesTls" . }}
{{ include "tandem.value" (dict "name" "SERVE_TLS" "value" "true") }}
{{- end }}
{{- if eq .svc.kind "ws" }}
- name: POD_ID
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- end }}
{{- if $v.tracing.endpoint }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{ include "tandem.value" (dict "name" "OTEL_EXPORTER_OTLP_ENDPOINT" "value" $v.tracing.endpoint) }}
{{ include "tandem.value" (dict "name" "OTEL_SERVICE_NAME" "value" .name) }}
{{ include "tandem.value" (dict "name" "OTEL_RESOURCE_ATTRIBUTES" "value" (printf "service.namespace=tandem,k8s.namespace.name=%s,k8s.pod.name=$(POD_NAME)" $root.Release.Namespace)) }}
{{- /* Browsers start traces with the sampled flag set. The public services sample by ratio and ignore the flag. */}}
{{ include "tandem.value" (dict "name" "OTEL_TRACES_SAMPLER" "value" (ternary "traceidratio" "parentbased_traceidratio" (has .svc.kind (list "http" "ws")))) }}
{{ include "tandem.value" (dict "name" "OTEL_TRACES_SAMPLER_ARG" "value" $v.tracing.sampleRatio) }}
{{- end }}
{{- if or (has "mongo" (.svc.needs | default list)) (has "nats" (.svc.needs | default list)) }}
{{- include "tandem.requireTls" . }}
{{- end }}
{{- range $need := .svc.needs }}
{{- include "tandem.need" (merge (dict "need" $need) $self) }}
{{- end }}
{{- $services := include "tandem.services" $root | fromJson }}
{{- range $callee := .svc.calls }}
{{- $target := get $services $callee }}
{{- $to := dict "root" $root "name" $callee "svc" $target }}
{{ include "tandem.value" (dict "name" $target.address "value" (include "tandem.address" $to)) }}
{{- end }}
{{- end }}
{{- range $name, $value := merge (dict) (.svc.env | default dict) $v.defaults.env }}
{{ include "tandem.value" (dict "name" $name "value" $value) }}
{{- end }}
{{- end -}}

{{/* Each variable once: the operator's value replaces the chart's. Server-side apply, the default of Helm 4, rejects
duplicate names. */}}
{{- define "tandem.envOnce" -}}
{{- $text := include "tandem.env" . | trim -}}
{{- $all := $text | fromYamlArray -}}
{{- $last := dict -}}
{{- range $index, $variable := $all }}{{ $_ := set $last $variable.name $index }}{{ end -}}
{{- if eq (len $last) (len $all) -}}
{{- $text -}}
{{- else -}}
{{- $once := list -}}
{{- range $index, $variable := $all }}{{ if eq (get $last $variable.name) $index }}{{ $once = append $once $variable }}{{ end }}{{ end -}}
{{- toYaml $once -}}
{{- end -}}
{{- end -}}
