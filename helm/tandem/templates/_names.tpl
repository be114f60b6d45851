{{/* Names, labels and services. */}}

{{- define "tandem.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "name" "shares") */}}
{{- define "tandem.component" -}}
{{- printf "%s-%s" (include "tandem.fullname" .root) .name -}}
{{- end -}}

{{- define "tandem.releaseLabels" -}}
app.kubernetes.io/part-of: tandem
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tandem.selector" -}}
{{ include "tandem.releaseLabels" .root }}
app.kubernetes.io/name: {{ .name }}
{{- end -}}

{{- define "tandem.commonLabels" -}}
{{ include "tandem.releaseLabels" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "tandem.labels" -}}
{{ include "tandem.commonLabels" .root }}
app.kubernetes.io/name: {{ .name }}
{{- end -}}

{{/* The Secret with a service's certificate. */}}
{{- define "tandem.peerSecret" -}}
{{- .root.Values.peerTls.secretName | default (printf "%s-peer-$service" (include "tandem.fullname" .root)) | replace "$service" .name -}}
{{- end -}}

{{- define "tandem.edgeTls" -}}
{{- if .Values.edgeTls.enabled }}true{{ end -}}
{{- end -}}

{{/* Whether a service has a certificate. (dict "root" $ "svc" …) */}}
{{- define "tandem.hasCertificate" -}}
{{- if or (ne .svc.kind "static") (include "tandem.edgeTls" .root) }}true{{ end -}}
{{- end -}}

{{/* Whether the edge connects to a service over TLS. (dict "root" $ "svc" …) */}}
{{- define "tandem.servesTls" -}}
{{- if and (include "tandem.edgeTls" .root) (has .svc.kind (list "http" "ws" "static")) }}true{{ end -}}
{{- end -}}

{{/* The certificates of the release: by name, the host names that the edge verifies. As JSON. */}}
{{- define "tandem.certificates" -}}
{{- $root := . -}}
{{- $certificates := dict -}}
{{- range $name, $svc := include "tandem.services" . | fromJson -}}
{{- $it := dict "root" $root "name" $name "svc" $svc -}}
{{- if include "tandem.hasCertificate" $it -}}
{{- $_ := set $certificates $name (ternary (list (include "tandem.serverName" $it)) (list) (eq (include "tandem.servesTls" $it) "true")) -}}
{{- end -}}
{{- end -}}
{{- if include "tandem.edgeTls" . }}{{ $_ := set $certificates "edge" (list) }}{{ end -}}
{{- toJson $certificates -}}
{{- end -}}

{{/* The name of a server, as the edge verifies it. (dict "root" $ "name" "gateway") */}}
{{- define "tandem.serverName" -}}
{{- printf "%s.%s.svc" (include "tandem.component" .) .root.Release.Namespace -}}
{{- end -}}

{{- define "tandem.image" -}}
{{- $image := .root.Values.image -}}
{{- $digest := get $image.digests .name -}}
{{- $reference := get $image.references .name -}}
{{- if $reference -}}
{{- $reference -}}
{{- else if $digest -}}
{{- printf "%s/%s@%s" $image.registry .name $digest -}}
{{- else -}}
{{- printf "%s/%s:%s" $image.registry .name ($image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "tandem.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end -}}

{{- define "tandem.isHttps" -}}
{{- if hasPrefix "https://" .Values.publicUrl }}true{{ end -}}
{{- end -}}

{{/* deploy/services.yaml: the services, their ports and probes, and who calls whom. */}}
{{- define "tandem.topology" -}}
{{- .Files.Get "files/services.yaml" -}}
{{- end -}}

{{/*
The services of this release by name, as JSON: what services.yaml states about each and its kind, with the
operator's settings. A service set to null in the values is left out.
*/}}
{{- define "tandem.services" -}}
{{- $topology := include "tandem.topology" . | fromYaml -}}
{{- $services := dict -}}
{{- range $name, $settings := .Values.services -}}
{{- $service := get $topology.services $name -}}
{{- if not (kindIs "invalid" $settings) -}}
{{- $_ := set $services $name (merge (dict) $service (get $topology.kinds $service.kind) $settings) -}}
{{- end -}}
{{- end -}}
{{- toJson $services -}}
{{- end -}}

{{/*
An expression of a rule for the series of this release: another one may be scraped by the same Prometheus. The relays have a
namespace of their own. (dict "root" $ "expr" …)
*/}}
{{- define "tandem.ofRelease" -}}
{{- $ours := printf "namespace=%q" .root.Release.Namespace -}}
{{- $families := "(?:tandem:|(?:http_server|grpc_server|signalling|events|outbox|audit|database|billing|nodejs|tls)_)[a-z0-9_:]+" -}}
{{- $expr := .expr | replace "up{job=\"tandem\"" (printf "up{%s, job=\"tandem\"" $ours) -}}
{{- $expr = regexReplaceAll (printf "(%s)[{]" $families) $expr (printf "${1}{%s, " $ours) -}}
{{- $expr = regexReplaceAll (printf "(%s)([^a-z0-9_:{]|$)" $families) $expr (printf "${1}{%s}${2}" $ours) -}}
{{- with .root.Values.monitoring.turn.namespace -}}
{{- $relays := printf "namespace=%q" . -}}
{{- $expr = $expr | replace "up{job=\"coturn\"" (printf "up{%s, job=\"coturn\"" $relays) -}}
{{- $expr = regexReplaceAll "(^|[^a-z0-9_:])(turn_[a-z_]+)" $expr (printf "${1}${2}{%s}" $relays) -}}
{{- end -}}
{{- $expr -}}
{{- end -}}
